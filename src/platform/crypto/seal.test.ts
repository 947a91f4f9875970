import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { KEY_ID_BYTES, openSeal, readSeal } from './seal.ts'

const { seal, open, deriveKeys } = openSeal(Buffer.alloc(32, 7))

describe('a seal', () => {
  test('opens what it sealed, and no two seals of one text are alike', () => {
    const [one, other] = [seal('secret ☸', 'here'), seal('secret ☸', 'here')]
    expect([open(one, 'here'), open(other, 'here')]).toEqual(['secret ☸', 'secret ☸'])
    expect(one.equals(other)).toBe(false)
    expect(one.includes('secret')).toBe(false)
  })

  test('opens nothing under another label, key, or with a changed byte', () => {
    const sealed = seal('secret', 'here')
    expect(() => open(sealed, 'there')).toThrow()
    expect(() => openSeal(Buffer.alloc(32, 8)).open(sealed, 'here')).toThrow()
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => open(changed, 'here')).toThrow()
    }
  })

  test('derives a key per purpose, always the same', () => {
    expect(deriveKeys('a')).toEqual(deriveKeys('a'))
    expect(deriveKeys('a')).not.toEqual(deriveKeys('b'))
  })

  test('with several keys the first seals and all open, with key ids and without', () => {
    const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const both = openSeal(next, former)
    for (const [old, young] of [
      [openSeal(former), both],
      [openSeal(former).withKeyIds(), both.withKeyIds()],
    ] as const) {
      expect(both.open(old.seal('x', 'here'), 'here')).toBe('x')
      expect(openSeal(next).open(young.seal('y', 'here'), 'here')).toBe('y')
      expect(() => openSeal(former).open(young.seal('y', 'here'), 'here')).toThrow(
        'SECRET_KEY_FILE',
      )
    }
    expect(both.deriveKeys('a')).toEqual([
      ...openSeal(next).deriveKeys('a'),
      ...openSeal(former).deriveKeys('a'),
    ])
  })

  test('with key ids begins with the id of the key', () => {
    const named = openSeal(Buffer.alloc(32, 7)).withKeyIds()
    const sealed = named.seal('x', 'here')
    expect(sealed.subarray(0, KEY_ID_BYTES)).toEqual(named.keyId)
    expect(named.keyId).not.toEqual(openSeal(Buffer.alloc(32, 8)).keyId)
    for (const at of [0, KEY_ID_BYTES, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => named.open(changed, 'here')).toThrow()
    }
    expect(() => named.open(Buffer.alloc(3), 'here')).toThrow()
  })
})

describe('SECRET_KEY_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (content: string | Buffer) => {
    writeFileSync(join(folder, 'key'), content, { mode: 0o600 })
    return join(folder, 'key')
  }

  test('bytes or hexadecimal digits, at least 32 bytes', () => {
    const secret = randomBytes(32)
    const sealed = readSeal(write(`${secret.toString('hex')}\n`)).seal('x', '')
    expect(openSeal(secret).open(sealed, '')).toBe('x')
    expect(() => readSeal(write(secret))).not.toThrow()
    expect(() => readSeal(write('00'.repeat(31)))).toThrow('contains 31 bytes')
    expect(() => readSeal(write(''))).toThrow('openssl rand -hex 32')
  })

  test('lists several files, and names the one that cannot be used', () => {
    const [former, next] = [randomBytes(32), randomBytes(32)]
    const other = join(folder, 'other')
    writeFileSync(other, former, { mode: 0o640 })
    const sealed = openSeal(former).seal('x', '')
    expect(readSeal(write(next), other).open(sealed, '')).toBe('x')
    expect(() => readSeal(write(next), join(folder, 'none'))).toThrow(
      `SECRET_KEY_FILE: ${join(folder, 'none')} cannot be read`,
    )
    chmodSync(other, 0o644)
    expect(() => readSeal(write(next), other)).toThrow(`chmod o= ${other}`)
  })
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSeal, readSeal } from './seal.ts'

const { seal, open, derive } = openSeal(Buffer.alloc(32, 7))

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
    expect(derive('a').equals(derive('a'))).toBe(true)
    expect(derive('a').equals(derive('b'))).toBe(false)
  })
})

describe('SECRET_KEY_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (content: string | Buffer) => {
    writeFileSync(join(folder, 'key'), content)
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
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withChecksum } from '../../test/support/world/samples.ts'
import { hashSecret } from '../platform/crypto/digest.ts'
import { makeToken, parseToken } from './api-token.ts'

test.each([
  ['user', 'bnu_'],
  ['app', 'bna_'],
  ['org', 'bno_'],
] as const)('a token of kind %s begins with %s and has 75 characters', (kind, prefix) => {
  const { value } = makeToken(kind, randomUUID())
  expect(value).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{71}$`))
})

test('what is made is parsed back, for any kind and home id', () => {
  fc.assert(
    fc.property(fc.constantFrom('user', 'app', 'org'), fc.uuid(), (kind, homeId) => {
      const { value, hash } = makeToken(kind, homeId)
      expect(parseToken(value)).toEqual({ kind, homeId, hash })
      expect(hash).toBe(hashSecret(value))
    }),
  )
})

test('home ids at both ends of 128 bits survive', () => {
  for (const homeId of [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]) {
    expect(parseToken(makeToken('user', homeId).value)?.homeId).toBe(homeId)
  }
})

test('one wrong character anywhere is noticed', () => {
  const { value } = makeToken('user', randomUUID())
  for (let i = 4; i < value.length; i++) {
    const other = value[i] === 'a' ? 'b' : 'a'
    expect(parseToken(value.slice(0, i) + other + value.slice(i + 1))).toBeUndefined()
  }
})

test('a home id over 128 bits is refused though its checksum is right', () => {
  const zeroSecret = '0'.repeat(43)
  // 2^128 in base62, and the largest number 22 digits can hold.
  for (const home of ['7n42DGM5Tflk9n8mt7Fhc8', 'z'.repeat(22)]) {
    expect(parseToken(withChecksum(`bnu_${home}${zeroSecret}`))).toBeUndefined()
  }
  expect(parseToken(withChecksum(`bnu_7n42DGM5Tflk9n8mt7Fhc7${zeroSecret}`))?.homeId).toBe(
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  )
})

test('a secret over 256 bits is refused though its checksum is right', () => {
  expect(parseToken(withChecksum(`bnu_${'0'.repeat(22)}${'z'.repeat(43)}`))).toBeUndefined()
})

test('nothing else is taken for a token', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ minLength: 75, maxLength: 75 })), (text) => {
      expect(parseToken(text)).toBeUndefined()
    }),
  )
})

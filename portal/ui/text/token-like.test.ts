import { expect, test } from 'vitest'
import { isTokenLike } from './token-like.ts'

const REST = 'aB3'.repeat(24).slice(0, 71)

test.each([
  `bnu_${REST}`,
  `x bna_${REST}`,
  `bno_${REST.slice(0, 27)}`,
  `eyJ${REST}.${REST}.${REST}`,
])('%s is like a token', (text) => expect(isTokenLike(text)).toBe(true))

test.each([
  'bna_',
  `bnu_${REST.slice(0, 26)}`,
  'x9Kq',
  '0190a0b0-1111-7222-8333-444455556666',
  'eyJob',
])('%s may be looked for', (text) => expect(isTokenLike(text)).toBe(false))

import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSeal } from '../../platform/crypto/seal.ts'
import { addMs, type RealTime } from '../../platform/time.ts'
import { makeConfirmLinks } from './link.ts'
import { CONFIRM_LINK_MS, stateOf, stepOf } from './rules.ts'

const NOW = new Date('2026-06-11T12:00:00Z') as RealTime
const secret = randomBytes(32)
const publicUrl = 'https://binnacle.example'
const linksOf = (key: Buffer) =>
  makeConfirmLinks({ seal: openSeal(key), realTime: () => NOW, publicUrl })
const session = { accountId: randomUUID(), sessionId: randomUUID(), source: '2001:db8::7' }
const link = { ...session, code: 'BCDF-GHJK', issuedAt: NOW }

describe('a link', () => {
  const { url, code } = linksOf(secret).offer(session)
  const text = url.slice(`${publicUrl}/oauth2/confirm/`.length)

  test('holds what it stands for, on every node', () => {
    expect(linksOf(secret).open(text)).toEqual({ ...session, code, issuedAt: NOW })
  })

  test('shows nothing of it, and is short enough for a terminal', () => {
    expect(text).toMatch(/^[\w-]+$/)
    expect(text.length).toBeLessThan(260)
    const bytes = Buffer.from(text, 'base64url').toString('latin1')
    expect(bytes).not.toContain(session.accountId)
  })

  test('is none if it was changed, is of another key, or is anything else', () => {
    expect(linksOf(randomBytes(32)).open(text)).toBe(undefined)
    expect(linksOf(secret).open(`${text.slice(0, -2)}AA`)).toBe(undefined)
    expect(linksOf(secret).open('')).toBe(undefined)
    const other = openSeal(secret).seal('["x","y"]', 'confirm link').toString('base64url')
    expect(linksOf(secret).open(other)).toBe(undefined)
    const cookie = openSeal(secret).seal(JSON.stringify([session.accountId]), '_issuer')
    expect(linksOf(secret).open(cookie.toString('base64url'))).toBe(undefined)
  })

  test('has another code each time', () => {
    const codes = Array.from({ length: 20 }, () => linksOf(secret).offer(session).code)
    expect(new Set(codes).size).toBe(20)
  })
})

describe('stateOf', () => {
  test.each([
    ['at once', undefined, NOW, 'pending'],
    ['after 10 minutes', undefined, addMs(NOW, CONFIRM_LINK_MS), 'pending'],
    ['a moment later', undefined, addMs(NOW, CONFIRM_LINK_MS + 1), 'expired'],
    ['given before it was made', addMs(NOW, -1), NOW, 'pending'],
    ['given since', addMs(NOW, 1), addMs(NOW, 2), 'confirmed'],
    ['given since, and it is late', addMs(NOW, 1), addMs(NOW, CONFIRM_LINK_MS + 1), 'confirmed'],
  ] as const)('%s', (_when, usedAt, now, expected) => {
    expect(stateOf(link, usedAt, now)).toBe(expected)
  })
})

describe('stepOf', () => {
  const browser = {
    accountId: link.accountId,
    hasSecondFactor: true,
    provenAt: addMs(NOW, -1),
    usedAt: undefined,
  }
  test.each([
    ['somebody else is signed in', { ...browser, accountId: randomUUID() }, 'other-account'],
    [
      'the person has no second factor, and signed in when the link was made',
      { ...browser, hasSecondFactor: false, provenAt: NOW },
      'enrol',
    ],
    [
      'the person has no second factor, and signed in a moment before',
      { ...browser, hasSecondFactor: false },
      'sign-in-again',
    ],
    [
      'the person has no second factor, and the issuer knew them from before',
      { ...browser, hasSecondFactor: false, provenAt: undefined },
      'sign-in-again',
    ],
    ['the person has one', browser, 'give'],
    ['it was given before the link was made', { ...browser, usedAt: addMs(NOW, -1) }, 'give'],
    ['it was given since', { ...browser, usedAt: addMs(NOW, 1) }, 'confirm'],
    [
      'somebody else gave theirs since',
      { ...browser, accountId: randomUUID(), usedAt: addMs(NOW, 1) },
      'other-account',
    ],
    [
      'an issuer confirmed one since',
      { ...browser, hasSecondFactor: false, usedAt: addMs(NOW, 1) },
      'confirm',
    ],
  ] as const)('%s', (_who, found, expected) => {
    expect(stepOf(link, found)).toBe(expected)
  })
})

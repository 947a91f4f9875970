import { expect, test } from 'vitest'
import { openSeal } from '../../platform/crypto/seal.ts'
import type { RealTime } from '../../platform/time.ts'
import { readConfig } from '../../settings.ts'
import { readPrefixed } from '../oauth/cookie-names.ts'
import { makeKnownBrowsers } from './known-browser.ts'

let now = new Date('2026-01-01T00:00:00Z')
const open = (byte: number, PUBLIC_URL = 'https://binnacle.example') =>
  makeKnownBrowsers(
    openSeal(Buffer.alloc(32, byte)),
    () => now as RealTime,
    readConfig({ DATABASE_URL: 'postgres://x', PUBLIC_URL }),
  )
const browsers = open(1)
const ada = { id: 'ada', passwordSetAt: new Date(1) }
const [line = ''] = browsers.remember(ada)
/** As it comes with a request. */
const cookieOf = ([first = '']: string[]) => readPrefixed(first.split(';')[0] ?? '')
const cookie = cookieOf([line])

test('it is known again, on every node with the same key, among other cookies', () => {
  const id = browsers.find(cookie, ada)
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(['', 'a=b', cookie, `a=b; ${cookie}`].map((sent) => browsers.isClaimed(sent))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(open(1).find(`a=b; ${cookie}; c=d`, ada)).toBe(id)
  expect(browsers.find(cookieOf(browsers.remember(ada, id)), ada)).toBe(id)
})

test('a browser in which the password was set is known, and has not signed in until it has', () => {
  const fromLink = browsers.find(cookieOf(browsers.rememberFromLink(ada)), ada)
  expect(fromLink).toMatch(/^link-[\w-]{17}$/)
  const signedIn = browsers.find(cookieOf(browsers.remember(ada, fromLink)), ada)
  expect([undefined, fromLink, signedIn].map(browsers.hasSignedIn)).toEqual([false, false, true])
})

test('no script reads it and no other page gets it', () => {
  expect(line).toMatch(
    /^__Secure-_known=.*; path=\/oauth2\/interaction; max-age=15552000; httponly; samesite=lax; secure$/,
  )
  const plain = open(1, 'http://localhost:3000').remember(ada)
  expect(plain).toEqual([expect.stringMatching(/^_known=(?!.*secure)/)])
})

test('not for another account, after a new password, under another key, changed, or too old', () => {
  expect(browsers.find(cookie, { ...ada, id: 'bob' })).toBeUndefined()
  expect(browsers.find(cookie, { ...ada, passwordSetAt: new Date(2) })).toBeUndefined()
  expect(browsers.find(cookie, { ...ada, passwordSetAt: null })).toBeUndefined()
  expect(open(2).find(cookie, ada)).toBeUndefined()
  const [value = ''] = cookie.split('=').slice(1)
  const [browser = '', ends = '', mac = ''] = value.split('.')
  for (const forged of [
    `${browser}.${Number(ends) + 1}.${mac}`,
    `${browser.slice(1)}A.${ends}.${mac}`,
    `${browser}.${ends}.${mac.slice(1)}A`,
    `${browser}.${ends}.`,
    '',
  ]) {
    expect(browsers.find(`_known=${forged}`, ada)).toBeUndefined()
  }
  expect(browsers.find(undefined, ada)).toBeUndefined()
  now = new Date(now.getTime() + 180 * 24 * 3_600_000 + 1000)
  expect(browsers.find(cookie, ada)).toBeUndefined()
})

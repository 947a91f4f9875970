import { describe, expect, test } from 'vitest'
import { judgePassword, type PasswordFault } from './rules.ts'

const HOLDER = { name: 'ada', displayName: 'Ada Lovelace', email: 'ada.king@crew.example' }

test.each([
  ['correct horse', 'correct horse', undefined],
  ['eleven-char', 'eleven-char', 'too-short'],
  ['☸⚓⚙⚖⚔⚗⚛⚜☂☃☄☎', '☸⚓⚙⚖⚔⚗⚛⚜☂☃☄☎', undefined],
  ['x'.repeat(257), 'x'.repeat(257), 'too-long'],
  ['correct horse', 'correct house', 'not-repeated'],
  ['password1234', 'password12345', 'common'],
] as const)('%s, then %s: %s', (password, again, fault) => {
  expect(judgePassword(password, again, HOLDER)).toBe(fault)
})

const FAULTS: Readonly<Record<'repetitive' | 'common' | 'personal' | 'none', readonly string[]>> = {
  repetitive: [
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcabcabcabcab',
    '121212121212',
    'ab1! ab1! ab1!',
    'XyXyXyXyXyXyXy',
  ],
  common: [
    'password1234',
    'Password2026!',
    'P@ssw0rd1234',
    'pa55word!!!!!!!!!!!!',
    'passwordpassword',
    'password password password',
    'PasswordPassword1!',
    '123456789012',
    '210987654321',
    'qwertyuiop12',
    'Qwertzuiop1!',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'zxcvbnm,./123',
    'abcdefghijkl',
    'administrator',
    'Administrator#1',
    '2026-administrator',
    'iloveyou2026',
    'hello hello hello',
    'letmein12345',
    '!!welcome2026!!',
    'November2026',
    'sunshine20261118',
    'unbelievable',
  ],
  personal: [
    'ada.king@crew.example',
    'ada.king@crew.example1',
    'ada.king2026!',
    'lovelacelovelace',
    'Ada Lovelace',
    'AdaLovelace1815',
    'lovelace-king-ada',
    'l0velace1234',
    'binnacle2026',
    'Binnacle!Binnacle!',
    'BINNACLEpassword1',
    'ada-sunshine-1234',
  ],
  none: [
    'correct horse battery staple',
    'a long password',
    'sunshine on my desk',
    'ada likes long walks',
    'binnacle of an old ship',
    '482957103846',
    'password 9482 1057 3846',
    'kT7#mQ2$vX9!',
    'tämä on salasana',
    'это длинный пароль',
    'dGhpcyBpcyBhIHRlc3Q',
  ],
}

describe.each(Object.entries(FAULTS))('%s', (fault, passwords) => {
  test.each(passwords)('%s', (password) => {
    const expected = fault === 'none' ? undefined : (fault as PasswordFault)
    expect(judgePassword(password, password, HOLDER)).toBe(expected)
  })
})

test('names of one or two letters refuse nothing', () => {
  const holder = { name: 'al', displayName: 'A L', email: 'a@b.example' }
  expect(judgePassword('alalkeqalmxalz', 'alalkeqalmxalz', holder)).toBeUndefined()
})

test('the longest password is judged in a moment', () => {
  const password = 'sunshine'.repeat(31).concat('x7k')
  const startedAt = performance.now()
  expect(judgePassword(password, password, HOLDER)).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(500)
})

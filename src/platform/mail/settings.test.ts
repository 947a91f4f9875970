import { expect, test } from 'vitest'
import { readConfig } from '../../settings.ts'

const ENV = {
  DATABASE_URL: 'postgres://localhost/x',
  SECRET_KEY_FILE: 'key',
  SMTP_URL: 'smtp://binnacle@smtp.example.com',
  SMTP_PASSWORD_FILE: 'password',
  MAIL_FROM: 'Binnacle <no-reply@example.com>',
}
const serverAt = (SMTP_URL: string) => readConfig({ ...ENV, SMTP_URL }).mail?.server

test('mail is off unless SMTP_URL is set', () => {
  expect(readConfig({ DATABASE_URL: ENV.DATABASE_URL }).mail).toBeUndefined()
})

test('STARTTLS is required, unless the server is on this machine', () => {
  expect(serverAt(ENV.SMTP_URL)).toMatchObject({
    host: 'smtp.example.com',
    port: 587,
    tls: 'required',
    signIn: { user: 'binnacle', passwordFile: 'password' },
  })
  expect(serverAt('smtp://b@127.0.0.1:25')).toMatchObject({ port: 25, tls: 'off' })
  expect(serverAt('smtp://b@[::1]:25')).toMatchObject({ host: '::1', tls: 'off' })
  expect(serverAt('smtps://b%40c@localhost')).toMatchObject({
    port: 465,
    tls: 'implicit',
    signIn: { user: 'b@c' },
  })
})

test('the sender has a name or none', () => {
  expect(readConfig(ENV).mail?.from).toEqual({ name: 'Binnacle', address: 'no-reply@example.com' })
  const plain = readConfig({ ...ENV, MAIL_FROM: 'no-reply@example.com' })
  expect(plain.mail?.from).toEqual({ name: '', address: 'no-reply@example.com' })
})

test.each([
  [{ MAIL_FROM: '' }, 'SMTP_URL: requires MAIL_FROM'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be'],
  [{ MAIL_FROM: 'A <a@b.example>, <c@d.example>' }, 'MAIL_FROM: must be'],
  [{ SECRET_KEY_FILE: '' }, 'SMTP_URL: requires SECRET_KEY_FILE'],
  [{ SMTP_URL: 'smtp://a:secret@b.example' }, 'SMTP_URL: contains a password'],
  [{ SMTP_URL: 'smtp://b.example' }, 'set a user and a file with the password, or neither'],
  [{ SMTP_PASSWORD_FILE: '' }, 'set a user and a file with the password, or neither'],
  [{ SMTP_URL: 'http://b.example' }, 'SMTP_URL: must match'],
])('%j is refused', (over, problem) => {
  expect(() => readConfig({ ...ENV, ...over })).toThrow(problem)
})

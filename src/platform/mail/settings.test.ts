import { expect, test } from 'vitest'
import { readConfig } from '../../settings.ts'

const SERVER = 'url=smtp://binnacle@smtp.example.com'
const PASSWORD = 'passwordFile=password'
const FROM = 'from=Binnacle <no-reply@example.com>'
const ENV = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY_FILE: 'key' }
const read = (...pairs: string[]) => readConfig({ ...ENV, SMTP: pairs.join(',') })
const serverAt = (url: string) => read(`url=${url}`, PASSWORD, FROM).mail?.server

test('mail is off unless SMTP is set', () => {
  expect(readConfig(ENV).mail).toBeUndefined()
})

test('STARTTLS is required, unless the server is on this machine', () => {
  expect(read(SERVER, PASSWORD, FROM).mail?.server).toMatchObject({
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
  const named = read(SERVER, PASSWORD, FROM)
  expect(named.mail?.from).toEqual({ name: 'Binnacle', address: 'no-reply@example.com' })
  const plain = read(SERVER, PASSWORD, 'from=no-reply@example.com')
  expect(plain.mail?.from).toEqual({ name: '', address: 'no-reply@example.com' })
})

test.each([
  [[SERVER, PASSWORD], 'SMTP: from must be an e-mail address'],
  [[SERVER, PASSWORD, 'from=nobody'], 'SMTP: from must be an e-mail address'],
  [[SERVER, PASSWORD, 'from=A <a@b.example>, <c@d.example>'], 'SMTP: there is no <c@d.example>.'],
  [['url=smtp://a:secret@b.example', PASSWORD, FROM], 'SMTP: url contains a password'],
  [
    ['url=smtp://b.example', PASSWORD, FROM],
    'SMTP: set a user in url and a passwordFile, or neither',
  ],
  [[SERVER, FROM], 'SMTP: set a user in url and a passwordFile, or neither'],
  [['url=http://b.example', PASSWORD, FROM], 'SMTP: url must be a URL'],
  [[PASSWORD, FROM], 'SMTP: url must be a URL'],
  [['smtp://b.example'], 'SMTP: there is no smtp://b.example.'],
])('%j is refused', (pairs, problem) => {
  expect(() => read(...pairs)).toThrow(problem)
})

test('a key is required, because queued e-mail is stored encrypted', () => {
  const SMTP = [SERVER, PASSWORD, FROM].join(',')
  expect(() => readConfig({ ...ENV, SMTP, SECRET_KEY_FILE: '' })).toThrow(
    'SMTP: requires SECRET_KEY_FILE',
  )
})

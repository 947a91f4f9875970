import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { useSmtp } from '../../../test/support/mail/use-smtp.ts'
import { CONTROL_KEY, useEmulator } from '../../../test/support/server/emulator.ts'
import { insertApp, insertPerson } from '../../../test/support/world/world.ts'
import { createMailList } from './mails.ts'
import { toMailPage } from './page.ts'

const smtp = await useSmtp()
const { database, server, call, control } = useEmulator(smtp.env)

const readPage = async () => (await fetch(withKey(`${server.url}/emulator/mail`))).text()

test('what was sent is on a page and in a list, until it is cleared', async () => {
  const ada = await insertPerson(database.db)
  const { path } = await insertApp(database.db, ada)
  const email = `${randomUUID()}@example.com`
  await call(ada.token, 'POST', `${path}/invitations`, { user_email: email })
  // With a server it is sent too.
  await smtp.waitFor(1, email)
  expect(await readPage()).toContain(email)
  const { body } = await control('GET', '/mails')
  expect(body.value).toMatchObject([
    { to: email, link: expect.stringMatching(/\/oauth2\/invitation\/[\w-]+$/) },
  ])
  expect((await control('DELETE', '/mails')).status).toBe(204)
  expect(await readPage()).not.toContain(email)
})

const atProxy = useEmulator({ PUBLIC_URL: 'https://emulator.example' })
const statusFor = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const onResponse = (response: IncomingMessage) => resolve(response.resume().statusCode)
    get(url, { headers: { host: 'localhost', ...headers } }, onResponse).on('error', reject)
  })
const withKey = (url: string) => `${url}?key=${encodeURIComponent(CONTROL_KEY)}`

test('a host that is not ours does not get the page', async () => {
  expect(await statusFor(`${server.url}/emulator/mail`, { host: 'evil.example' })).toBe(403)
})

test('the page requires the key in its address, whatever the host is said to be', async () => {
  for (const { url } of [server, atProxy.server]) {
    const page = `${url}/emulator/mail`
    expect(await statusFor(page)).toBe(401)
    expect(await statusFor(`${page}?key=guessed`)).toBe(401)
    expect(await statusFor(withKey(page))).toBe(200)
  }
})

test('the last 100 are kept, the newest first, and nothing of them is markup', () => {
  const mails = createMailList()
  for (let number = 1; number <= 101; number++) {
    const message = { title: `<b>${number}</b>`, paragraphs: ['"><script>'] }
    mails.add({ id: String(number), to: 'a@example.com', message, at: new Date(0) })
  }
  expect([mails.list().length, mails.list()[0]?.id, mails.list()[99]?.id]).toEqual([
    100,
    '101',
    '2',
  ])
  expect(toMailPage(mails.list())).not.toMatch(/<script|<b>/)
  mails.clear()
  expect(toMailPage(mails.list())).toContain('No e-mails yet.')
})

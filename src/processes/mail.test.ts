import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { bodiesOf, openSmtp } from '../../test/support/mail/smtp.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { serve, work } from '../../test/support/processes/processes.ts'
import { insertApp, insertPerson } from '../../test/support/world/world.ts'

// Each start is a process, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = useDatabase()
const certificate = makeCertificate()
const folder = mkdtempSync(join(tmpdir(), 'binnacle-mail-'))
const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return join(folder, name)
}
afterAll(() => {
  certificate.remove()
  rmSync(folder, { recursive: true })
})

const PASSWORD = 'a password of the server'

test('with OUTGOING=off nothing is sent; a worker without it signs in over TLS and sends what waited', async () => {
  const smtp = await openSmtp({
    certificate: certificate.settings,
    isSecure: true,
    password: PASSWORD,
  })
  onTestFinished(smtp.close)
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY_FILE: write('key', randomBytes(32).toString('hex')),
    SMTP: `url=smtps://binnacle@localhost:${smtp.port},passwordFile=${write('password', `${PASSWORD}\n`)},from=Binnacle <no-reply@binnacle.example>`,
    PORTAL_URL: 'https://portal.example/console',
    NODE_EXTRA_CA_CERTS: certificate.certFile,
  }
  const server = await serve({ ...env, OUTGOING: 'off' })
  onTestFinished(() => server.stop('SIGKILL').then(() => undefined))
  const ada = await insertPerson(database.db)
  const app = await insertApp(database.db, ada)
  const response = await fetch(`${server.addresses[0]}${app.path}/invitations`, {
    method: 'POST',
    headers: { 'X-API-Token': ada.token, 'content-type': 'application/json' },
    body: JSON.stringify({ user_email: 'guest@example.com' }),
  })
  expect([response.status, response.headers.get('x-binnacle-mail')]).toEqual([204, 'queued'])
  await delay(3000)
  expect(smtp.mails).toEqual([])
  const worker = await work(env)
  onTestFinished(() => worker.stop('SIGKILL').then(() => undefined))
  await expect.poll(() => smtp.mails).toHaveLength(1)
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ to: ['guest@example.com'], user: 'binnacle', isSecure: true })
  expect(mail && bodiesOf(mail)[0]).toContain('/oauth2/invitation/')
  const metrics = async () => (await fetch(worker.metricsUrl)).text()
  await expect.poll(metrics).toContain('binnacle_mails_total{outcome="sent"} 1')
  for (const each of [server, worker]) {
    expect(each.readLog()).not.toMatch(/guest@example\.com|a password of the server/)
  }
})

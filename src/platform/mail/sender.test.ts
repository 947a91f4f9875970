import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openSilentHost } from '../../../test/support/database/silent-host.ts'
import { bodiesOf, headersOf, openSmtp, type SmtpOptions } from '../../../test/support/mail/smtp.ts'
import { makeCertificate } from '../../../test/support/processes/certificate.ts'
import { type Mail, openSender, TIME_LIMITS } from './sender.ts'
import type { SmtpServer } from './settings.ts'

const certificate = makeCertificate()
const folder = mkdtempSync(join(tmpdir(), 'binnacle-mail-'))
const passwordFile = join(folder, 'password')
writeFileSync(passwordFile, 'a password\n', { mode: 0o600 })
afterAll(() => {
  certificate.remove()
  rmSync(folder, { recursive: true })
})

const from = { name: 'Binnacle', address: 'no-reply@binnacle.example' }
const mail: Mail = {
  id: 'invitation.1',
  to: 'ada@example.com',
  message: {
    title: 'You are invited',
    paragraphs: ['Grüße & more.'],
    link: { label: 'Open', url: 'https://binnacle.example/x' },
  },
}
const CA = readFileSync(certificate.certFile, 'utf8')

async function start(options: SmtpOptions) {
  const smtp = await openSmtp(options)
  onTestFinished(() => smtp.close())
  return smtp
}

const serverAt = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  host: 'localhost',
  port,
  tls: 'off',
  signIn: undefined,
  ...more,
})

const SIGN_IN = { user: 'binnacle', passwordFile }

test('by STARTTLS and with a sign-in: text and HTML, one recipient, a fixed Message-ID', async () => {
  const smtp = await start({ certificate: certificate.settings, password: 'a password' })
  const server = serverAt(smtp.port, { tls: 'required', signIn: SIGN_IN })
  await openSender({ server, from, ca: CA })(mail)
  const [received] = smtp.mails
  if (!received) throw new Error('nothing was received')
  expect(received).toMatchObject({
    from: from.address,
    to: [mail.to],
    user: 'binnacle',
    isSecure: true,
  })
  expect(headersOf(received)).toEqual(
    expect.arrayContaining([
      'From: Binnacle <no-reply@binnacle.example>',
      'To: ada@example.com',
      'Subject: You are invited',
      'Message-ID: <invitation.1@binnacle.example>',
      'Auto-Submitted: auto-generated',
    ]),
  )
  const [text, html] = bodiesOf(received)
  expect(text).toContain('Grüße & more.')
  expect(html).toContain('Grüße &#38; more.')
})

test('a server without STARTTLS gets nothing, neither the password nor the mail', async () => {
  const smtp = await start({})
  const server = serverAt(smtp.port, { tls: 'required', signIn: SIGN_IN })
  await expect(openSender({ server, from })(mail)).rejects.toThrow(/STARTTLS|TLS/)
  expect([smtp.mails, smtp.countAttempts()]).toEqual([[], 0])
})

test('a server with a certificate that nobody signed gets nothing', async () => {
  const smtp = await start({ certificate: certificate.settings })
  const server = serverAt(smtp.port, { tls: 'required' })
  await expect(openSender({ server, from })(mail)).rejects.toThrow(/certificate/i)
  expect(smtp.countAttempts()).toBe(0)
})

test('a wrong password can be repaired: the mail is not refused', async () => {
  const smtp = await start({ certificate: certificate.settings, password: 'another password' })
  const server = serverAt(smtp.port, { tls: 'required', signIn: SIGN_IN })
  await expect(openSender({ server, from, ca: CA })(mail)).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringContaining('535'),
  })
})

test.each([
  ['refuseRecipient', 550, 'MailRefused'],
  ['refuseRecipient', 450, 'Error'],
  ['refuseMessage', 554, 'MailRefused'],
  ['refuseMessage', 451, 'Error'],
])('%s with %i is a %s, in words without addresses and links', async (step, code, name) => {
  const said = 'no ada@example.com, see https://binnacle.example/x'
  const smtp = await start({ [step]: () => ({ code, text: said }) })
  const sent = openSender({ server: serverAt(smtp.port), from })(mail)
  const error = await sent.then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  expect(error?.name).toBe(name)
  expect(error?.message).toContain(`${code} no ADDRESS see LINK`)
})

const quick = { ...TIME_LIMITS, greetingMs: 300, answerMs: 300 }

test('a server that says nothing is left when its time is over', async () => {
  const [, port] = (await openSilentHost()).split(':')
  const server = serverAt(Number(port), { host: '127.0.0.1' })
  await expect(openSender({ server, from, limits: quick })(mail)).rejects.toThrow(/Greeting|time/i)
})

test('a server that never answers the message is left when its time is over', async () => {
  const smtp = await start({ stalls: true })
  const sent = openSender({ server: serverAt(smtp.port), from, limits: quick })(mail)
  await expect(sent).rejects.toThrow(/timeout/i)
})

test('all of it has a limit too', async () => {
  const smtp = await start({ stalls: true })
  const limits = { ...TIME_LIMITS, totalMs: 300 }
  const sent = openSender({ server: serverAt(smtp.port), from, limits })(mail)
  await expect(sent).rejects.toThrow('it took longer than 0.3 s')
})

const INJECTION = 'x\r\nBcc: eve@evil.example\r\n\r\nbody'

test('a line break in a title, a name or a link adds no header', async () => {
  const smtp = await start({})
  const send = openSender({
    server: serverAt(smtp.port),
    from: { name: INJECTION, address: from.address },
  })
  await send({
    ...mail,
    message: {
      title: INJECTION,
      paragraphs: [INJECTION],
      link: { label: INJECTION, url: `https://binnacle.example/${INJECTION}` },
    },
  })
  const [received] = smtp.mails
  if (!received) throw new Error('nothing was received')
  const names = headersOf(received).map((line) => line.replace(/:.*$/s, ''))
  expect(names.toSorted()).toEqual([
    'Auto-Submitted',
    'Content-Type',
    'Date',
    'From',
    'MIME-Version',
    'Message-ID',
    'Subject',
    'To',
  ])
  expect(received.to).toEqual([mail.to])
})

test.each([
  'ada@example.com\r\nBcc: eve@evil.example',
  'ada@example.com, eve@evil.example',
  'ada@example.com> <eve@evil.example',
])('%j is no recipient', async (to) => {
  const smtp = await start({})
  const sent = openSender({ server: serverAt(smtp.port), from })({ ...mail, to })
  await expect(sent).rejects.toMatchObject({ name: 'MailRefused' })
  expect(smtp.mails).toEqual([])
})

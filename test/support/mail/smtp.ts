import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = Readonly<{
  from: string
  to: readonly string[]
  user: string | undefined
  isSecure: boolean
  raw: string
}>

export type SmtpOptions = Readonly<{
  /** Offers STARTTLS with this certificate, and asks for a sign-in after it. */
  certificate?: Readonly<{ TLS_CERT_FILE: string; TLS_KEY_FILE: string }>
  /** Speaks TLS from the first byte. */
  isSecure?: boolean
  password?: string
  /** What it answers to the n-th recipient and message, from 0; nothing if it takes them. */
  refuseRecipient?: (attempt: number, address: string) => SmtpAnswer | undefined
  refuseMessage?: (attempt: number) => SmtpAnswer | undefined
  /** Takes the message and never says so. */
  stalls?: boolean
}>

type SmtpAnswer = Readonly<{ code: number; text: string }>

const toError = ({ code, text: said }: SmtpAnswer) =>
  Object.assign(new Error(said), { responseCode: code })

/** A real SMTP server on this machine that keeps what it took. */
export async function openSmtp(options: SmtpOptions = {}) {
  const {
    certificate,
    isSecure = false,
    password,
    refuseRecipient,
    refuseMessage,
    stalls,
  } = options
  const mails: ReceivedMail[] = []
  let recipients = 0
  let messages = 0
  const server = new SMTPServer({
    ...(certificate
      ? {
          cert: readFileSync(certificate.TLS_CERT_FILE),
          key: readFileSync(certificate.TLS_KEY_FILE),
        }
      : { disabledCommands: ['STARTTLS'] }),
    secure: isSecure,
    authOptional: password === undefined,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      if (auth.password === password) done(null, { user: auth.username ?? '' })
      else done(new Error('Wrong user or password'))
    },
    onRcptTo({ address }, _session, done) {
      const refused = refuseRecipient?.(recipients++, address)
      done(refused ? toError(refused) : null)
    },
    async onData(stream, session, done) {
      const raw = await text(stream)
      const refused = refuseMessage?.(messages++)
      if (refused) return done(toError(refused))
      const { mailFrom, rcptTo } = session.envelope
      mails.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        user: session.user === undefined ? undefined : String(session.user),
        isSecure: session.secure,
        raw,
      })
      if (!stalls) done(null, 'taken')
    },
  })
  // A client that ends a connection early is no failure of a test.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    mails,
    /** How many recipients it was asked for. */
    countAttempts: () => recipients,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** The lines of the header, unfolded. */
export const headersOf = ({ raw }: ReceivedMail): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')

/** The parts of a mail as text: plain text and HTML. */
export function bodiesOf({ raw }: ReceivedMail): string[] {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? []
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      const content = body.join('\r\n\r\n')
      const decoded = /quoted-printable/i.test(head) ? decodeQuotedPrintable(content) : content
      return decoded.replaceAll('\r\n', '\n')
    })
}

const decodeQuotedPrintable = (content: string) =>
  Buffer.from(
    content
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'latin1',
  ).toString('utf8')

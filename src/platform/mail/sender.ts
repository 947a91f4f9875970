import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { readProtected } from '../crypto/protected-file.ts'
import { isAddress } from './address.ts'
import { type Message, toHtml, toLine, toText } from './message.ts'
import type { From, SmtpServer } from './settings.ts'

export type Mail = Readonly<{
  /** The same at each attempt: by it, a mailbox can tell a mail that arrived twice. */
  id: string
  to: string
  message: Message
  /** Besides the usual ones. */
  headers?: Readonly<Record<string, string>>
}>

/** Resolves when the server has taken the mail. Throws `MailRefused` if it never will. */
export type SendMail = (mail: Mail) => Promise<void>

/** The server has answered about the recipient or the message. */
export class MailNotTaken extends Error {
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The server does not take this mail, and would not later. */
export class MailRefused extends MailNotTaken {
  override readonly name = 'MailRefused'
}

export type TimeLimits = Readonly<{
  /** Until the connection is open, with TLS if there is TLS. */
  connectMs: number
  /** Until the server says the first word. */
  greetingMs: number
  /** Until it says the next one. */
  answerMs: number
  /** For all of it. */
  totalMs: number
}>

export const TIME_LIMITS: TimeLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  answerMs: 20_000,
  totalMs: 45_000,
}

export type SenderOptions = Readonly<{
  server: SmtpServer
  from: From
  limits?: TimeLimits
  /** A certificate authority to believe instead of the well-known ones. */
  ca?: string
}>

/** Each mail has a connection of its own, which ends with it. */
export function openSender({ server, from, limits = TIME_LIMITS, ca }: SenderOptions): SendMail {
  const { signIn } = server
  const credentials = signIn && {
    user: signIn.user,
    pass: readProtected('passwordFile in SMTP', signIn.passwordFile).toString('utf8').trim(),
  }
  const options = {
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'required',
    ignoreTLS: server.tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.answerMs,
    dnsTimeout: limits.connectMs,
  } as const
  return async (mail) => {
    if (!isAddress(mail.to)) throw new MailRefused('the address of the recipient is not valid')
    const content = await compose(from, mail)
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection(options)
    const failed = Promise.withResolvers<never>()
    // It comes at any time, also when nobody waits for an answer.
    connection.on('error', failed.reject)
    const late = () => failed.reject(new Error(`it took longer than ${limits.totalMs / 1000} s`))
    const timer = setTimeout(late, limits.totalMs)
    const envelope = { from: from.address, to: [mail.to] }
    try {
      await Promise.race([failed.promise, deliver(connection, credentials, envelope, content)])
    } catch (error) {
      throw explain(error as SmtpError)
    } finally {
      clearTimeout(timer)
      connection.close()
    }
  }
}

type Credentials = Readonly<{ user: string; pass: string }>
type Envelope = Readonly<{ from: string; to: string[] }>

async function deliver(
  connection: SMTPConnection,
  credentials: Credentials | undefined,
  envelope: Envelope,
  content: Buffer,
): Promise<void> {
  await called((done) => connection.connect(done))
  if (credentials) await called((done) => connection.login({ credentials }, done))
  await called((done) => connection.send(envelope, content, done))
}

const called = (start: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })

/** Nothing is read from files or addresses, whatever a message says. */
async function compose(from: From, { id, to, message, headers }: Mail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composed = new MailComposer({
    from: { name: toLine(from.name), address: from.address },
    to: { name: '', address: to },
    subject: toLine(message.title),
    text: toText(message),
    html: toHtml(message),
    messageId: `<${id}@${from.address.replace(/^.*@/, '')}>`,
    // No out-of-office reply is wanted (RFC 3834).
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return composed.build()
}

type SmtpError = Error &
  Readonly<{ command?: string; response?: string; responseCode?: number; permanent?: boolean }>

/** What a server says of the recipient or of the message stays; what it says of us can be repaired. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])
const LONGEST_ANSWER = 200

/** Without addresses and links: it is logged. */
function explain({ message, command, response, responseCode, permanent }: SmtpError): Error {
  const said = (response ?? message)
    .replaceAll(/https?:\S+/gi, 'LINK')
    .replaceAll(/\S+@\S+/g, 'ADDRESS')
    .slice(0, LONGEST_ANSWER)
  const what = response === undefined ? said : `the server responded to ${command}: ${said}`
  if (command === undefined || !ABOUT_THE_MAIL.has(command)) return new Error(what)
  return permanent ? new MailRefused(what, responseCode) : new MailNotTaken(what, responseCode)
}

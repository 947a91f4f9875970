import { Type } from 'typebox'
import { isLoopback } from '../settings/loopback.ts'
import { defineSettings } from '../settings/settings.ts'
import { isAddress } from './address.ts'

/** Who signs in at a server, and the file with the password. */
type SignIn = Readonly<{ user: string; passwordFile: string }>

export type SmtpServer = Readonly<{
  host: string
  port: number
  /** `implicit`: from the first byte. `required`: by STARTTLS. `off`: only on this machine. */
  tls: 'implicit' | 'required' | 'off'
  signIn: SignIn | undefined
}>

export type From = Readonly<{ name: string; address: string }>

export type MailConfig = Readonly<{
  from: From
  /** None: something else takes the mails, as in an emulator. */
  server: SmtpServer | undefined
}>

export type MailSettings = Readonly<{
  /** None: no mail is sent. */
  mail: MailConfig | undefined
}>

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

type Values = Readonly<{
  SMTP_URL?: string
  SMTP_PASSWORD_FILE?: string
  MAIL_FROM?: string
}>

export const mailSettings = defineSettings({
  environment: {
    SMTP_URL: Type.Optional(
      Type.String({
        pattern: '^smtps?://[^/?#\\s]+$',
        description:
          'Mail: the SMTP server to send e-mail through, such as `smtp://user@smtp.example.com:587`, or `smtps://…` for TLS from the first byte (port 465 by default). With `smtp`, STARTTLS is required, except for loopback addresses, which are used without TLS. Requires `MAIL_FROM` and `SECRET_KEY_FILE`. Set it for every process. Default: no e-mail is sent.',
      }),
    ),
    SMTP_PASSWORD_FILE: Type.Optional(
      Type.String({
        description:
          'Mail: the path of a file with the password of the user in `SMTP_URL`. Only the owner and the group of the file may have access to it.',
      }),
    ),
    MAIL_FROM: Type.Optional(
      Type.String({
        maxLength: 320,
        description:
          'Mail: the sender of all e-mail, such as `no-reply@example.com` or `Binnacle <no-reply@example.com>`.',
      }),
    ),
  },
  findProblems: (values) => findProblems(values),
  read: (values): MailSettings => ({ mail: readMail(values) }),
})

function findProblems(values: Values & { SECRET_KEY_FILE?: unknown }): string[] {
  const { SMTP_URL, SMTP_PASSWORD_FILE, MAIL_FROM } = values
  const from = MAIL_FROM === undefined ? undefined : parseFrom(MAIL_FROM)
  const problems = [
    ...(MAIL_FROM !== undefined && !from
      ? [
          'MAIL_FROM: must be an e-mail address, with or without a name, such as no-reply@example.com or Name <no-reply@example.com>.',
        ]
      : []),
  ]
  if (SMTP_URL === undefined) return problems
  if (MAIL_FROM === undefined) problems.push('SMTP_URL: requires MAIL_FROM, the sender of e-mail.')
  if (values.SECRET_KEY_FILE === undefined) {
    problems.push('SMTP_URL: requires SECRET_KEY_FILE, because queued e-mail is stored encrypted.')
  }
  if (!URL.canParse(SMTP_URL)) return [...problems, 'SMTP_URL: is not a valid URL.']
  const { username, password } = new URL(SMTP_URL)
  if (password !== '') {
    problems.push('SMTP_URL: contains a password. Put it into a file, and set SMTP_PASSWORD_FILE.')
  }
  if ((username !== '') !== (SMTP_PASSWORD_FILE !== undefined)) {
    problems.push(
      'SMTP_URL and SMTP_PASSWORD_FILE: set a user and a file with the password, or neither.',
    )
  }
  return problems
}

function readMail(values: Values): MailConfig | undefined {
  const { SMTP_URL, SMTP_PASSWORD_FILE, MAIL_FROM } = values
  const from = MAIL_FROM === undefined ? undefined : parseFrom(MAIL_FROM)
  if (SMTP_URL === undefined || !from) return undefined
  return {
    from,
    server: toServer(new URL(SMTP_URL), SMTP_PASSWORD_FILE),
  }
}

function toServer(
  { protocol, hostname, port, username }: URL,
  passwordFile: string | undefined,
): SmtpServer {
  const host = hostname.replace(/^\[|\]$/g, '')
  const signIn =
    passwordFile === undefined ? undefined : { user: decodeURIComponent(username), passwordFile }
  if (protocol === 'smtps:') {
    return { host, port: Number(port || SUBMISSIONS_PORT), tls: 'implicit', signIn }
  }
  // A relay on the same machine often has a certificate that nobody signed, and no wire in between.
  const tls = isLoopback(host) ? 'off' : 'required'
  return { host, port: Number(port || SUBMISSION_PORT), tls, signIn }
}

/** `a@b` or `Name <a@b>`. */
function parseFrom(text: string): From | undefined {
  const [, name = '', inBrackets, alone = ''] =
    /^(?:([^<>"\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? []
  const address = (inBrackets ?? alone).trim()
  return isAddress(address) ? { name: name.trim(), address } : undefined
}

import { Type } from 'typebox'
import { isLoopback } from '../settings/loopback.ts'
import { defineSettings, pairs } from '../settings/settings.ts'
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

const text = Type.Optional(Type.String())

export const mailSettings = defineSettings({
  environment: {
    SMTP: pairs(
      { url: text, from: text, passwordFile: text },
      'Mail: the SMTP server to send e-mail through, such as `url=smtp://user@smtp.example.com:587,passwordFile=/etc/binnacle/smtp-password,from=Binnacle <no-reply@example.com>`. With `smtp://`, STARTTLS is required, except for loopback addresses, which are used without TLS; `smtps://` means TLS from the first byte (port 465 by default). `passwordFile` contains the password of the user in `url`, and only the owner and the group of the file may have access to it. `from` is the sender of all e-mail, with or without a name. Requires `SECRET_KEY_FILE`. Set it for every process. Default: no e-mail is sent.',
    ),
  },
  findProblems: (values) => findProblems(values).map((problem) => `SMTP: ${problem}`),
  read: ({ SMTP }): MailSettings => ({ mail: readMail(SMTP) }),
})

type Smtp = Readonly<{ url?: string; from?: string; passwordFile?: string }>

function findProblems({ SMTP, SECRET_KEY_FILE }: { SMTP: Smtp; SECRET_KEY_FILE?: unknown }) {
  const { url = '', from = '', passwordFile } = SMTP
  if (Object.keys(SMTP).length === 0) return []
  const problems: string[] = []
  if (!parseFrom(from)) {
    problems.push(
      'from must be an e-mail address, with or without a name, such as no-reply@example.com or Name <no-reply@example.com>.',
    )
  }
  if (SECRET_KEY_FILE === undefined) {
    problems.push('requires SECRET_KEY_FILE, because queued e-mail is stored encrypted.')
  }
  if (!/^smtps?:\/\/[^/?#\s]+$/.test(url) || !URL.canParse(url)) {
    return [...problems, 'url must be a URL such as smtp://user@smtp.example.com:587.']
  }
  const { username, password } = new URL(url)
  if (password !== '') {
    problems.push('url contains a password. Put it into a file, and set passwordFile.')
  }
  if ((username !== '') !== (passwordFile !== undefined)) {
    problems.push('set a user in url and a passwordFile, or neither.')
  }
  return problems
}

function readMail({ url, from: sender, passwordFile }: Smtp): MailConfig | undefined {
  const from = sender === undefined ? undefined : parseFrom(sender)
  if (url === undefined || !from) return undefined
  return {
    from,
    server: toServer(new URL(url), passwordFile),
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

import { toMinute } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

type SignIn = Readonly<{ email: string; address: string; at: Date }>

export const toBreakGlassMail = ({ email, address, at }: SignIn): Message => ({
  title: 'An operator signed in with a break-glass link',
  paragraphs: [
    `${email} signed in to Binnacle with a break-glass link at ${toMinute(at)}, from the IP address ${address}.`,
    'A break-glass link is created on a Binnacle host with the command binnacle password-link --break-glass. The link requires neither a password nor a trusted issuer. The sign-in expires after one hour. Its access tokens can be valid for one more hour.',
    'If you did not expect this, sign the account out (POST /operator/v1/accounts/{account_id}/sign-out), and find out who has access to the hosts and to the database.',
  ],
})

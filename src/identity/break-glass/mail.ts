import { toMinute } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

type SignIn = Readonly<{ email: string; address: string; at: Date }>

export const toBreakGlassMail = ({ email, address, at }: SignIn): Message => ({
  title: 'An operator signed in with a break-glass link',
  paragraphs: [
    `${email} signed in to Binnacle with a break-glass link: at ${toMinute(at)}, from the IP address ${address}.`,
    'Such a link is created on a host of Binnacle, with the command binnacle password-link. It needs neither a password nor a trusted issuer. The sign-in ends after one hour; an access token of it can be valid for one hour more.',
    'If you did not expect this, sign the account out (POST /operator/v1/accounts/{account_id}/sign-out), and find out who has access to the hosts and to the database.',
  ],
})

import { toMinute } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

type SignIn = Readonly<{ email: string; address: string; at: Date }>

export const toSignInLinkMail = ({ email, address, at }: SignIn): Message => ({
  title: 'An operator signed in with a sign-in link',
  paragraphs: [
    `${email} signed in to Binnacle with a sign-in link at ${toMinute(at)}, from the IP address ${address}.`,
    'A sign-in link is created on a Binnacle host with the command binnacle sign-in-link. The link requires neither a password nor a trusted issuer. The sign-in expires after one hour. Its access tokens can be valid for one more hour.',
    'If you did not expect this, sign the account out (POST /operator/v1/accounts/{account_id}/sign-out), and find out who has access to the hosts and to the database.',
  ],
})

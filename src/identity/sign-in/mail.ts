import { toMinute } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

export type NewBrowser = Readonly<{ client: string; address: string; at: Date }>

export const toSignInMail = ({ client, address, at }: NewBrowser, url: string): Message => ({
  title: 'A new sign-in to your account',
  paragraphs: [
    `Somebody signed in to your Binnacle account in a browser that has not been used for it before: at ${toMinute(at)}, from the IP address ${address}, for the application ${client}.`,
    'If it was you, you do not need to do anything.',
    'If it was not you, ask an operator to reset your sign-in.',
  ],
  link: { label: 'Open your account', url },
})

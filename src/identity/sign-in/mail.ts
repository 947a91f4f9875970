import { toMinute } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

export type NewBrowser = Readonly<{ client: string; address: string; at: Date }>

type Asked = Readonly<{ address: string; at: Date }>

export const toPasswordLinkMail = ({ address, at }: Asked, url: string): Message => ({
  title: 'Set a new password',
  paragraphs: [
    `A link to set a new password for your Binnacle account was requested at ${toMinute(at)} from the IP address ${address}.`,
    'The link can be used once, within one hour. A new password signs your account out everywhere. API tokens stay valid.',
    'If you did not request this, you do not need to do anything. Your password was not changed.',
  ],
  link: { label: 'Set a new password', url },
})

export const toPasswordChangedMail = ({ address, at }: Asked, url: string): Message => ({
  title: 'The password of your account was changed',
  paragraphs: [
    `The password of your Binnacle account was changed at ${toMinute(at)} from the IP address ${address}.`,
    'If it was you, you do not need to do anything.',
    'If it was not you, ask an operator to reset your password and your second factors.',
  ],
  link: { label: 'Open your account', url },
})

export const toSignInMail = ({ client, address, at }: NewBrowser, url: string): Message => ({
  title: 'A new sign-in to your account',
  paragraphs: [
    `Your Binnacle account was used to sign in to the application ${client} from a new browser at ${toMinute(at)}, from the IP address ${address}.`,
    'If it was you, you do not need to do anything.',
    'If it was not you, ask an operator to sign your account out, and to reset your password and your second factors.',
  ],
  link: { label: 'Open your account', url },
})

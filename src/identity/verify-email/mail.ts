import { toMinute, unlessDotted } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

type Asked = Readonly<{ name: string; address: string; at: Date }>

/** Whoever gets it may have no account: it names the one that the address would belong to. */
export const toVerificationMail = ({ name, address, at }: Asked, url: string): Message => ({
  title: 'Verify your e-mail address',
  paragraphs: [
    `A request to use this e-mail address for ${unlessDotted(`the Binnacle account ${name}`, 'a Binnacle account')} was sent at ${toMinute(at)} from the IP address ${address}.`,
    'Open the link in the browser in which you are signed in with this account. It can be used once, within 24 hours.',
    'If this account is not yours, do not open the link, and ignore this e-mail.',
  ],
  link: { label: 'Verify your e-mail address', url },
})

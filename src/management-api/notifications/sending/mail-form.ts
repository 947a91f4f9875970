import type { Mail } from '../../../platform/mail/sender.ts'
import type { ReceiverKey } from '../receivers/links.ts'
import { listDetails, type Message, textOf, titleOf } from './forms.ts'

export type MailLinks = Readonly<{
  toStop: (key: ReceiverKey) => string
  /** The page of the portal that a message is about. */
  toSubject: (message: Pick<Message, 'kind' | 'subscriptionId' | 'subject'>) => string
}>

type Receiver = Readonly<{ to: string; id: string; receiverId: string }>

/** Under one id at each attempt. A program can end the mails with one request (RFC 8058). */
export function toMail(links: MailLinks, message: Message, { to, id, receiverId }: Receiver): Mail {
  const { subscriptionId, deliveryId } = message
  const stop = links.toStop({ subscriptionId, id, receiverId })
  return {
    id: `delivery.${deliveryId}`,
    to,
    message: {
      title: titleOf(message),
      paragraphs: [
        ...listDetails(message).map(([name, value]) => `${name}: ${value}`),
        ...textOf(message),
      ],
      link: { label: 'Open in Binnacle', url: links.toSubject(message) },
      lastLink: { label: 'Stop these e-mails', url: stop },
    },
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

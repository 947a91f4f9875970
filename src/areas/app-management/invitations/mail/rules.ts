import type { Message } from '../../../../platform/mail/message.ts'

type Described = Readonly<{
  inviter: string
  name: string
  kind: 'app' | 'organization'
  email: string
  url: string
}>

/** With names alone: a display name can be any text, and the mail would say it in our name. */
export const toInvitationMail = ({ inviter, name, kind, email, url }: Described): Message => ({
  title: `${inviter} invited you to ${name}`,
  paragraphs: [
    `${inviter} invited you to the ${kind} ${name} in Binnacle.`,
    `To accept or reject the invitation, sign in with ${email}. You can accept it within 30 days.`,
    `If you do not know ${inviter}, ignore this e-mail. Nothing changes unless you accept.`,
  ],
  link: { label: 'Open your invitations', url },
})

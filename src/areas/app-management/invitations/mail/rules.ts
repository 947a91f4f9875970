import { unlessDotted } from '../../../../directory/notices/rules.ts'
import type { Message } from '../../../../platform/mail/message.ts'

type Described = Readonly<{
  inviter: string
  name: string
  kind: 'app' | 'organization'
  email: string
  url: string
  /** The link accepts the invitation, also for who has no account yet. */
  isWayIn: boolean
}>

/** With names alone: a display name can be any text, and the mail would say it in our name. */
export const toInvitationMail = ({
  inviter,
  name,
  kind,
  email,
  url,
  isWayIn,
}: Described): Message => {
  const whom = unlessDotted(inviter, 'Somebody')
  const what = unlessDotted(name, NAMELESS[kind])
  return {
    title: `${whom} invited you to ${what}`,
    paragraphs: [
      `${whom} invited you to ${what === name ? `the ${kind} ${name}` : what} in Binnacle.`,
      isWayIn
        ? 'To accept the invitation, open the link. If you do not have an account, you can create one there. The link works once, within 30 days. It is intended only for you, so do not forward this e-mail.'
        : `To accept or reject the invitation, sign in with ${email}. You can accept it within 30 days.`,
      `If you do not know ${unlessDotted(inviter, 'the sender')}, ignore this e-mail. Nothing changes unless you accept.`,
    ],
    link: { label: isWayIn ? 'Open the invitation' : 'Open your invitations', url },
  }
}

const NAMELESS = { app: 'an app', organization: 'an organization' } as const

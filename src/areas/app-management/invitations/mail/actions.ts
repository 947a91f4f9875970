import { findAccount } from '../../../../directory/accounts/store.ts'
import type { Trx } from '../../../../platform/db/connect.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import type { Target } from '../../access.ts'
import { toInvitationMail } from './rules.ts'

/** An e-mail with the link will be sent; otherwise the inviter passes the link on. */
export type Invited = Readonly<{ isMailed: boolean }>

/** Of the portal. */
const INVITATIONS_PAGE = '/account/invitations'

const eventOf = (id: string) => `invitation ${id}`

/** The last step: whoever else mails the same person waits until this transaction has ended. */
export async function mailInvitation(
  trx: Trx,
  mailer: Mailer,
  inviterId: string,
  { owner = '', app }: Target,
  { id, email }: Readonly<{ id: string; email: string }>,
): Promise<Invited> {
  if (!mailer.isOn) return { isMailed: false }
  const inviter = await findAccount(trx, inviterId)
  if (!inviter) return { isMailed: false }
  const isMailed = await mailer.enqueue(trx, {
    event: eventOf(id),
    to: email,
    kind: 'invitation',
    senderId: inviterId,
    message: toInvitationMail({
      inviter: inviter.name,
      name: app === undefined ? owner : `${owner}/${app}`,
      kind: app === undefined ? 'organization' : 'app',
      email,
      url: mailer.linkTo(INVITATIONS_PAGE),
    }),
  })
  return { isMailed }
}

/** What came of an invitation that was created before. */
export async function wasInvited(trx: Trx, mailer: Mailer, id: string): Promise<Invited> {
  return { isMailed: await mailer.isEnqueued(trx, eventOf(id)) }
}

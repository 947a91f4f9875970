import { findAccount } from '../../../../directory/accounts/store.ts'
import type { Trx } from '../../../../platform/db/connect.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import type { Target } from '../../access.ts'
import { makeLink } from '../links/actions.ts'
import { toInvitationMail } from './rules.ts'

/** An e-mail with the link will be sent; otherwise the inviter passes the link on. */
export type Invited = Readonly<{ isMailed: boolean }>

/** Of the portal: for whoever has an account, if nobody can sign in here. */
const INVITATIONS_PAGE = '/account/invitations'

const eventOf = (id: string) => `invitation ${id}`

/** `linkTo`: the address of the page that a secret opens. None if nobody can sign in here. */
export type Mailing = Readonly<{ mailer: Mailer; linkTo: ((secret: string) => string) | undefined }>

type Sent = Readonly<{ ownerId: string; id: string; email: string; expiresAt: Date }>

/** The last step: whoever else mails the same person waits until this transaction has ended. */
export async function mailInvitation(
  trx: Trx,
  { mailer, linkTo }: Mailing,
  inviterId: string,
  { owner = '', app }: Target,
  { ownerId, id, email, expiresAt }: Sent,
): Promise<Invited> {
  if (!mailer.isOn) return { isMailed: false }
  const inviter = await findAccount(trx, inviterId)
  if (!inviter) return { isMailed: false }
  const link = { ownerId, invitationId: id, madeBy: inviterId, expiresAt, isMailed: true }
  // Without the mail, nobody has the secret.
  const url = linkTo ? linkTo(await makeLink(trx, link)) : mailer.linkTo(INVITATIONS_PAGE)
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
      url,
      isWayIn: linkTo !== undefined,
    }),
  })
  return { isMailed }
}

/** What came of an invitation that was created before. */
export async function wasInvited(trx: Trx, { mailer }: Mailing, id: string): Promise<Invited> {
  return { isMailed: await mailer.isEnqueued(trx, eventOf(id)) }
}

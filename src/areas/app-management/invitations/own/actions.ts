import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call, OwnerKind, Person } from '../../../../directory/caller.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { toEmailKey } from '../../../../platform/mail/address.ts'
import type { ProductTime } from '../../../../platform/time.ts'
import { confirmToken, holdSignedIn } from '../../actions.ts'
import { putAppMember } from '../../apps/store.ts'
import { checkJoined } from '../../caps/actions.ts'
import type { Caps } from '../../caps/rules.ts'
import { noSuchInvitation, senderMayNotInvite } from '../../errors.ts'
import { isMemberOfOrganization } from '../../members/store.ts'
import type { Permissions, Role } from '../../members/wire.ts'
import { putOrganizationMember } from '../../organizations/store.ts'
import { findStanding, lockOwner } from '../../store.ts'
import { maySend, parseInvitationToken } from '../rules.ts'
import * as store from '../store.ts'
import type { ReceivedInvitation } from '../wire.ts'

type AppRole = Permissions['permissions'][number]
type OrganizationRole = Role['role']

export type Answer = Readonly<{
  token: string
  to: ReceivedInvitation['type']
  verdict: 'accept' | 'reject'
}>

/** Only the account with the invited e-mail can answer: a token that was passed on opens nothing. */
export async function answerInvitation(
  db: Db,
  call: Call<Person>,
  answer: Answer,
  caps: Caps,
): Promise<void> {
  const { caller, at } = call
  const address = parseInvitationToken(answer.token)
  if (!address) throw noSuchInvitation()
  await db.transaction().execute(async (trx) => {
    await holdSignedIn(trx, call, await store.listSenders(trx, address.ownerId, address.answerKey))
    const ownerKind = await lockOwner(trx, address.ownerId)
    await confirmToken(trx, call)
    const invitation = await store.findByAnswerKey(trx, address.ownerId, address.answerKey)
    const isForCaller =
      invitation &&
      invitation.email_key === toEmailKey(caller.account.email) &&
      invitation.expires_at > at &&
      (invitation.app_id === null ? 'org' : 'app') === answer.to
    if (!isForCaller || !ownerKind) throw noSuchInvitation()
    const became =
      answer.verdict === 'accept'
        ? await acceptInvitation(trx, invitation, caller.account.id, ownerKind, at, caps)
        : undefined
    await store.deleteInvitation(trx, invitation)
    await recordAudit(trx, actorOf(call), {
      scopeId: address.ownerId,
      action: `invitation.${answer.verdict}`,
      target: `invitation ${invitation.id}`,
      before: { email: invitation.email },
      ...(became && { after: became }),
    })
  })
}

/** Under the owner's lock: an invitation is good only while its sender may still grant its role. */
export async function acceptInvitation(
  trx: Trx,
  invitation: store.InvitationRow,
  accountId: string,
  ownerKind: OwnerKind,
  at: ProductTime,
  caps: Caps,
) {
  const { owner_id: ownerId, app_id: appId, invited_by, organization_role } = invitation
  const sender = await findStanding(trx, invited_by, { ownerId, ownerKind, appId })
  if (!maySend(invited_by, sender, organization_role)) {
    throw senderMayNotInvite(appId === null ? 'organization' : 'app')
  }
  return join(trx, invitation, accountId, ownerKind === 'org', at, caps)
}

/** Whoever joins an app of an organization joins the organization. Tells what they are then. */
async function join(
  trx: Trx,
  invitation: store.InvitationRow,
  accountId: string,
  inOrganization: boolean,
  at: ProductTime,
  caps: Caps,
): Promise<{ organizationRole?: OrganizationRole; appRole?: AppRole }> {
  const { owner_id: ownerId, app_id: appId, app_role, organization_role } = invitation
  const wasInOrganization =
    inOrganization && (await isMemberOfOrganization(trx, ownerId, accountId))
  const asked = organization_role ?? 'member'
  // More than a member only an admin can make of somebody, and an invitation to an app is not always theirs.
  const isGuest = appId !== null && asked === 'member'
  const organizationRole = inOrganization
    ? await putOrganizationMember(trx, ownerId, accountId, asked, at, isGuest)
    : undefined
  const appRole =
    appId !== null && app_role !== null
      ? await putAppMember(trx, { ownerId, appId }, accountId, app_role, at)
      : undefined
  const joinsOrganization = inOrganization && !wasInOrganization
  await checkJoined(trx, { ownerId, appId, accountId, joinsOrganization, organizationRole }, caps)
  return { ...(organizationRole && { organizationRole }), ...(appRole && { appRole }) }
}

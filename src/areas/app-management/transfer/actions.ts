import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { AppTarget } from '../access.ts'
import { type ConfirmedApp, confirmAppRight, confirmRight, holdSignedIn } from '../actions.ts'
import { requireApp } from '../apps/actions.ts'
import { type AppRow, moveApp, putAppMember } from '../apps/store.ts'
import { checkAppsOf, checkMembersOfOrganization, checkOrganizationsOf } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { appNameTaken, noFreeName, ownsItAlready, transferNeedsOrganization } from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import { addOrganization } from '../organizations/actions.ts'
import type { OrganizationRow } from '../organizations/store.ts'
import { lockOwners } from '../store.ts'
import { recordEnd } from '../tokens/actions.ts'
import { endTokens } from '../tokens/store.ts'
import * as store from './store.ts'

export type Transferred = Readonly<{ app: AppRow; revokedTokens: number }>

/** To an organization the caller administers. The app's tokens end: a new owner must not inherit unknown keys. */
export async function transferApp(
  db: Db,
  call: Call,
  target: AppTarget,
  destination: string,
  caps: Caps,
): Promise<Transferred> {
  return db.transaction().execute(async (trx) => {
    await holdSignedIn(trx, call)
    // Both at once and in one order, so that two transfers cannot wait for each other.
    await lockOwners(trx, [target.owner, destination], 'alone')
    const app = await confirmAppRight(trx, call, 'transfer app', target)
    if (app.createdBy === (await store.findPerson(trx, destination))) {
      throw transferNeedsOrganization()
    }
    const to = await confirmRight(trx, call, 'change organization', { owner: destination })
    if (to.ownerId === app.ownerId) throw ownsItAlready(destination)
    return move(trx, call, app, to.ownerId, caps)
  })
}

const MOST_TRIES = 20

/** To an organization made for it, named like the app as closely as names are free. */
export async function transferAppToNewOrganization(
  db: Db,
  call: Call,
  target: AppTarget,
  caps: Caps,
): Promise<{ organization: OrganizationRow; revokedTokens: number }> {
  return db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'transfer app', target)
    const { name, display_name } = await requireApp(trx, app)
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const free = tries === 1 ? name : `${name.slice(0, 96)}-${tries}`
      const input = { name: free, displayName: display_name }
      const organization = await addOrganization(trx, call, app.createdBy, input, caps)
      if (!(organization instanceof RequestError)) {
        await checkOrganizationsOf(trx, app.createdBy, caps)
        const { revokedTokens } = await move(trx, call, app, organization.id, caps)
        return { organization, revokedTokens }
      }
    }
    throw noFreeName(name)
  })
}

async function move(
  trx: Trx,
  call: Call,
  { ownerId, ownerKind, appId, createdBy }: ConfirmedApp,
  organizationId: string,
  caps: Caps,
): Promise<Transferred> {
  const to = { ownerId: organizationId, appId }
  const { name } = await requireApp(trx, { ownerId, appId })
  const invitationsEnded = await deleteInvitations(trx, ownerId, { appId })
  const ended = await endTokens(trx, { homeId: ownerId, appId }, call.at)
  await recordEnd(trx, call, ended, 'app transferred')
  const isMoved = await moveApp(trx, { ownerId, appId }, organizationId, call.at)
  if (!isMoved) throw appNameTaken(name)
  await checkAppsOf(trx, organizationId, caps)
  const left = await store.deleteMembersOfApp(trx, { ownerId, appId }, organizationId)
  const joined = await store.insertMembersOfApp(trx, to, call.at)
  if (joined.length > 0) await checkMembersOfOrganization(trx, organizationId, caps)
  if (ownerKind === 'user') await putAppMember(trx, to, createdBy, 'manager', call.at)
  for (const scopeId of [ownerId, organizationId]) {
    await recordAudit(trx, actorOf(call), {
      scopeId,
      action: 'app.transfer',
      target: `app ${appId}`,
      before: { ownerId },
      after: { ownerId: organizationId, tokensEnded: ended.length, invitationsEnded, joined, left },
    })
  }
  const app = await requireApp(trx, to, createdBy)
  return { app, revokedTokens: ended.length }
}

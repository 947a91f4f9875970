import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { chooseName } from '../../../directory/accounts/names/actions.ts'
import { blankDisplayName, invalidName } from '../../../directory/accounts/names/errors.ts'
import { isOwnerName } from '../../../directory/accounts/names/rules.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { accountIdOf, type Call, type Person } from '../../../directory/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { AppTarget, OrganizationTarget } from '../access.ts'
import { confirmAppRight, confirmRight, confirmToken, holdSignedIn } from '../actions.ts'
import { checkAppsOf, checkReachOf } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { appNameTaken, appNotFound } from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import { lockOwner } from '../store.ts'
import { recordEnd } from '../tokens/actions.ts'
import { endTokens } from '../tokens/store.ts'
import * as store from './store.ts'
import type { AppChange, NewApp } from './wire.ts'

/** Ids of an app that was created elsewhere. */
type GivenIds = Readonly<{ id?: string | undefined; appSecret?: string | undefined }>

/** An app of the caller's own, or of the organization the target names. */
export async function createApp(
  db: Db,
  call: Call<Person>,
  target: OrganizationTarget | undefined,
  input: NewApp,
  caps: Caps,
  { id: appId = randomUUIDv7(), appSecret = randomUUID() }: GivenIds = {},
): Promise<store.AppRow> {
  const name = chooseName(input)
  return db.transaction().execute(async (trx) => {
    const owner = await confirmOwner(trx, call, target)
    const isNew = await store.insertApp(trx, {
      owner_id: owner.ownerId,
      id: appId,
      owner_kind: owner.ownerKind,
      name,
      name_key: name.toLowerCase(),
      display_name: input.display_name,
      description: input.description ?? null,
      os: input.os,
      platform: input.platform,
      release_type: input.release_type ?? null,
      app_secret: appSecret,
      created_at: call.at,
      updated_at: call.at,
    })
    if (!isNew) throw appNameTaken(name)
    await checkAppsOf(trx, owner.ownerId, caps)
    // An organization grows whatever its members can reach already.
    if (owner.ownerKind === 'user') await checkReachOf(trx, owner.ownerId, caps)
    const key = { ownerId: owner.ownerId, appId }
    // A person who owns an app is its manager without being written down as one.
    if (owner.ownerKind === 'org') {
      await store.putAppMember(trx, key, owner.creatorId, 'manager', call.at)
    }
    await recordAudit(trx, actorOf(call), {
      scopeId: owner.ownerId,
      action: 'app.create',
      target: `app ${appId}`,
      after: { ...pick(input, CHANGEABLE), name, os: input.os, platform: input.platform },
    })
    return readBack(trx, key, call)
  })
}

async function confirmOwner(trx: Trx, call: Call<Person>, target: OrganizationTarget | undefined) {
  if (!target) {
    await holdSignedIn(trx, call)
    await lockOwner(trx, call.caller.account.id)
    const { createdBy } = await confirmToken(trx, call)
    return { ownerId: createdBy, ownerKind: 'user', creatorId: createdBy } as const
  }
  const resolved = await confirmRight(trx, call, 'create app in organization', target)
  return { ownerId: resolved.ownerId, ownerKind: resolved.ownerKind, creatorId: resolved.createdBy }
}

export async function changeApp(
  db: Db,
  call: Call,
  target: AppTarget,
  input: AppChange,
): Promise<store.AppRow> {
  const change = pick(input, CHANGEABLE)
  const { name } = change
  if (name !== undefined && !isOwnerName(name)) throw invalidName(name)
  if (change.display_name?.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const key = await confirmAppRight(trx, call, 'change app', target)
    const before = await requireApp(trx, key)
    const set = {
      ...change,
      ...(name !== undefined && { name_key: name.toLowerCase() }),
      updated_at: call.at,
    }
    if (!(await store.setApp(trx, key, set))) throw appNameTaken(name ?? before.name)
    await recordAudit(trx, actorOf(call), {
      scopeId: key.ownerId,
      action: 'app.change',
      target: `app ${key.appId}`,
      before: pick(before, Object.keys(change) as (keyof AppChange)[]),
      after: change,
    })
    return readBack(trx, key, call)
  })
}

/** A body may hold more than its schema names; only this much of it is ever stored. */
const CHANGEABLE = ['display_name', 'name', 'description', 'release_type', 'icon_url'] as const

function pick(from: AppChange, names: readonly (keyof AppChange)[]): AppChange {
  // In the order of `names`: each order of the columns would be a statement with a name of its own.
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]]),
  )
}

/** Read before the commit: once it is known to have succeeded, nothing may fail any more. */
export const readBack = (trx: Trx, key: store.AppKey, { caller }: Call): Promise<store.AppRow> =>
  requireApp(trx, key, accountIdOf(caller))

export async function requireApp(
  trx: Trx,
  key: store.AppKey,
  accountId: string | null = null,
): Promise<store.AppRow> {
  const row = await store.findApp(trx, key, accountId)
  if (!row) throw appNotFound()
  return row
}

/** The app, its members, invitations and tokens: their creators get their count back. */
export async function deleteApp(db: Db, call: Call, target: AppTarget): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ownerId, appId } = await confirmAppRight(trx, call, 'change app', target)
    const before = await requireApp(trx, { ownerId, appId })
    const invitationsEnded = await deleteInvitations(trx, ownerId, { appId })
    const members = await store.deleteAppMembers(trx, ownerId, appId)
    const ended = await endTokens(trx, { homeId: ownerId, appId }, call.at)
    await recordEnd(trx, call, ended, 'app deleted')
    await store.deleteApps(trx, ownerId, appId)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'app.delete',
      target: `app ${appId}`,
      before: { name: before.name, display_name: before.display_name, members },
      after: { invitationsEnded, tokensEnded: ended.length },
    })
  })
}

import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../platform/audit.ts'
import { accountIdOf, type Call } from '../../../platform/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Target } from '../access.ts'
import { confirmAppRight, confirmRight, confirmToken, holdSignedIn } from '../actions.ts'
import { checkAppsOf, checkReachOf } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { appNameTaken, appNotFound, blankDisplayName, invalidName } from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import { chooseName } from '../owners/actions.ts'
import { isOwnerName } from '../owners/rules.ts'
import { dropPictures } from '../pictures/actions.ts'
import { lockOwner } from '../store.ts'
import { recordEnd } from '../tokens/actions.ts'
import { endTokens } from '../tokens/store.ts'
import * as store from './store.ts'
import type { AppChange, NewApp } from './wire.ts'

/** An app of the caller's own, or of the organization the target names. */
export async function createApp(
  db: Db,
  call: Call,
  target: Target,
  wish: NewApp,
  caps: Caps,
): Promise<store.AppRow> {
  const name = chooseName(wish)
  const appId = randomUUIDv7()
  return db.transaction().execute(async (trx) => {
    const owner = await confirmOwner(trx, call, target)
    const isNew = await store.insertApp(trx, {
      owner_id: owner.ownerId,
      id: appId,
      owner_kind: owner.ownerKind,
      name,
      name_key: name.toLowerCase(),
      display_name: wish.display_name,
      description: wish.description ?? null,
      os: wish.os,
      platform: wish.platform,
      release_type: wish.release_type ?? null,
      app_secret: randomUUID(),
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
      after: { ...pick(wish, CHANGEABLE), name, os: wish.os, platform: wish.platform },
    })
    return readBack(trx, key, call)
  })
}

async function confirmOwner(trx: Trx, call: Call, target: Target) {
  if (target.owner === undefined) {
    await holdSignedIn(trx, call)
    await lockOwner(trx, accountIdOf(call.caller) ?? '')
    const { createdBy } = await confirmToken(trx, call)
    return { ownerId: createdBy, ownerKind: 'user', creatorId: createdBy } as const
  }
  const place = await confirmRight(trx, call, 'create app in organization', target)
  return { ownerId: place.ownerId, ownerKind: place.ownerKind, creatorId: place.createdBy }
}

export async function changeApp(
  db: Db,
  call: Call,
  target: Target,
  wish: AppChange,
): Promise<store.AppRow> {
  const change = pick(wish, CHANGEABLE)
  const { name } = change
  if (name !== undefined && !isOwnerName(name)) throw invalidName(name)
  if (change.display_name?.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const key = await confirmAppRight(trx, call, 'change app', target)
    const before = await store.findApp(trx, key, null)
    const set = {
      ...change,
      ...(name !== undefined && { name_key: name.toLowerCase() }),
      updated_at: call.at,
    }
    if (!(await store.setApp(trx, key, set))) throw appNameTaken(name ?? '')
    if (change.icon_url !== undefined) await dropPictures(trx, [before?.icon_url])
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

function pick(from: AppChange | undefined, names: readonly (keyof AppChange)[]): AppChange {
  return Object.fromEntries(
    Object.entries(from ?? {}).filter(([name]) => names.includes(name as keyof AppChange)),
  )
}

/** Read before the commit: once it is known to have succeeded, nothing may fail any more. */
export async function readBack(
  trx: Trx,
  key: store.AppKey,
  { caller }: Call,
): Promise<store.AppRow> {
  const row = await store.findApp(trx, key, accountIdOf(caller))
  if (!row) throw appNotFound()
  return row
}

/** The app, its members, invitations and tokens: their creators get their count back. */
export async function deleteApp(db: Db, call: Call, target: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ownerId, appId } = await confirmAppRight(trx, call, 'change app', target)
    const before = await store.findApp(trx, { ownerId, appId }, null)
    const invitationsEnded = await deleteInvitations(trx, ownerId, { appId })
    const members = await store.deleteAppMembers(trx, ownerId, appId)
    const ended = await endTokens(trx, { homeId: ownerId, appId }, call.at)
    await recordEnd(trx, call, ended, 'app deleted')
    await store.deleteApps(trx, ownerId, appId)
    await dropPictures(trx, [before?.icon_url])
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'app.delete',
      target: `app ${appId}`,
      before: { name: before?.name, display_name: before?.display_name, members },
      after: { invitationsEnded, tokensEnded: ended.length },
    })
  })
}

import { Type } from 'typebox'
import { accountIdOf, type Caller } from '../../../directory/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { SharedReads } from '../../../platform/db/shared-read.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../../platform/http/schema.ts'
import { answerList, type LongList, sortInSlices } from '../../../platform/paging/long-list.ts'
import { appRoleOf } from '../access.ts'
import type { Caps } from '../caps/rules.ts'
import { appNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { changeApp, createApp, deleteApp } from './actions.ts'
import { toPermission } from './rules.ts'
import * as store from './store.ts'
import { App, AppChange, AppOrder, NewApp } from './wire.ts'

const APP = '/v0.1/apps/:owner_name/:app_name'

export function appRoutes(app: Routes, db: Db, reads: SharedReads, caps: Caps): void {
  listRoutes(app, db)
  createRoutes(app, db, caps)
  oneAppRoutes(app, db, reads)
}

function listRoutes(app: Routes, db: Db): void {
  app.get(
    '/v0.1/apps',
    operation('listApps', 'list apps', {
      tag: 'apps',
      summary: 'List the apps you can access',
      description:
        'An app token lists its own app. An organization token lists the apps of its organization.',
      querystring: AppOrder,
      answers: { 200: answer('The apps.', Type.Array(ref(App))) },
    }),
    async ({ call: { caller }, query }, reply) => {
      if (caller.kind === 'app') return toApps(await listOne(db, caller), caller)
      const scope =
        caller.kind === 'org'
          ? { ownerId: caller.organizationId }
          : { accountId: caller.account.id }
      const list = appsOf(db, scope, accountIdOf(caller), query.$orderBy)
      return answerList(reply, list, (rows) => toApps(rows, caller))
    },
  )
  app.get(
    '/v0.1/orgs/:org_name/apps',
    operation('listOrgApps', 'read organization', {
      tag: 'organizations',
      summary: 'List the apps of an organization that you can access',
      answers: { 200: answer('The apps.', Type.Array(ref(App))) },
    }),
    async ({ call: { caller }, resolved }, reply) => {
      const list = appsOf(db, { ownerId: resolved.ownerId }, accountIdOf(caller))
      return answerList(reply, list, (rows) => toApps(rows, caller))
    },
  )
}

async function listOne(db: Db, key: store.AppKey): Promise<store.AppRow[]> {
  const row = await store.findApp(db, key, null)
  return row ? [row] : []
}

/** A list of apps, with the roles of an account there. */
export function appsOf(
  db: Db,
  scope: store.AppScope,
  accountId: string | null,
  order?: AppOrder['$orderBy'],
): LongList<store.AppRow, store.ListedKey> {
  const sorted = (rows: store.AppRow[]) =>
    order ? rows.toSorted((one, other) => COLLATOR.compare(one[order], other[order])) : rows
  return {
    readFew: async (most) => sorted(await store.listApps(db, scope, accountId, most)),
    async readKeys() {
      const keys = await store.listAppKeys(db, scope, order ?? 'name')
      if (!order) return keys
      return sortInSlices(keys, (one, other) => COLLATOR.compare(one.label, other.label))
    },
    readRows: async (keys) => sorted(await store.listAppsByKey(db, keys, accountId)),
  }
}

const COLLATOR = new Intl.Collator('en')

function createRoutes(app: Routes, db: Db, caps: Caps): void {
  const created = { 201: answer('The app.', ref(App)) }
  app.post(
    '/v0.1/apps',
    operation('createApp', 'change own account', {
      tag: 'apps',
      summary: 'Create an app that you own',
      body: ref(NewApp),
      answers: created,
    }),
    async ({ call, body }, reply) => {
      const row = await createApp(db, call, undefined, body, caps)
      return reply.code(201).send(toVisibleApp(row, call.caller))
    },
  )
  app.post(
    '/v0.1/orgs/:org_name/apps',
    operation('createOrgApp', 'create app in organization', {
      tag: 'organizations',
      summary: 'Create an app in an organization',
      body: ref(NewApp),
      answers: created,
    }),
    async ({ call, target, body }, reply) => {
      const row = await createApp(db, call, target, body, caps)
      return reply.code(201).send(toVisibleApp(row, call.caller))
    },
  )
}

function oneAppRoutes(app: Routes, db: Db, reads: SharedReads): void {
  const findApp = reads.define(store.findApps)
  const shown = { 200: answer('The app.', ref(App)) }
  app.get(
    APP,
    operation('getApp', 'read app', { tag: 'apps', summary: 'Get an app', answers: shown }),
    async ({ call: { caller }, resolved: { ownerId, appId } }) =>
      toVisibleApp(await findApp({ ownerId, appId, accountId: accountIdOf(caller) }), caller),
  )
  app.patch(
    APP,
    operation('updateApp', 'change app', {
      tag: 'apps',
      summary: 'Change an app',
      description:
        'A new name changes the URL of the app immediately. The old URL does not redirect.',
      body: ref(AppChange),
      answers: shown,
    }),
    async ({ call, target, body }) =>
      toVisibleApp(await changeApp(db, call, target, body), call.caller),
  )
  app.delete(
    APP,
    operation('deleteApp', 'change app', {
      tag: 'apps',
      summary: 'Delete an app, with its members, invitations and tokens',
      answers: NO_CONTENT,
    }),
    async ({ call, target }, reply) => {
      await deleteApp(db, call, target)
      return reply.code(204).send()
    },
  )
}

export function toVisibleApp(row: store.AppRow | undefined, caller: Caller): App {
  const [app] = row ? toApps([row], caller) : []
  if (!app) throw appNotFound()
  return app
}

/** Leaves out what the caller cannot see. */
export function toApps(rows: readonly store.AppRow[], caller: Caller): App[] {
  return rows.flatMap((row) => {
    const rank = appRoleOf(caller, {
      ownerId: row.owner_id,
      ownerKind: row.owner_kind,
      appId: row.id,
      appRole: row.app_role,
      organizationRole: row.organization_role,
    })
    return rank ? [toApp(row, toPermission(rank))] : []
  })
}

export function toApp(row: store.AppRow, permission: App['member_permissions'][number]): App {
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name,
    description: row.description,
    os: row.os as App['os'],
    platform: row.platform as App['platform'],
    release_type: row.release_type,
    owner: {
      id: row.owner_id,
      name: row.owner_name,
      display_name: row.owner_display_name,
      type: row.owner_kind,
      email: row.owner_email,
      avatar_url: null,
    },
    app_secret: row.app_secret,
    icon_url: row.icon_url,
    icon_source: row.icon_url === null ? null : 'uploaded',
    origin: 'appcenter',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    member_permissions: [permission],
    azure_subscription: null,
  }
}

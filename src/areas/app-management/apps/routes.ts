import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf, type Caller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import { appRoleOf, type Place } from '../access.ts'
import { appNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { changeApp, createApp, deleteApp } from './actions.ts'
import { toPermission } from './rules.ts'
import * as store from './store.ts'
import { App, AppChange, AppOrder, NewApp } from './wire.ts'

const APP = '/v0.1/apps/:owner_name/:app_name'

export function appRoutes(app: FastifyInstance, db: Db): void {
  listRoutes(app, db)
  createRoutes(app, db)
  oneAppRoutes(app, db)
}

function listRoutes(app: FastifyInstance, db: Db): void {
  app.get<{ Querystring: AppOrder }>(
    '/v0.1/apps',
    operation('listApps', 'list apps', {
      tag: 'apps',
      summary: 'The apps the caller can see',
      description: 'With an app token its app, with an organization token the apps it reaches.',
      querystring: AppOrder,
      answers: { 200: answer('The apps.', Type.Array(ref(App))) },
    }),
    async ({ call: { caller }, query }) => {
      const rows = await listFor(db, caller)
      return sorted(toApps(rows, caller), query.$orderBy)
    },
  )
  app.get(
    '/v0.1/orgs/:org_name/apps',
    operation('listOrgApps', 'read organization', {
      tag: 'organizations',
      summary: 'The apps of an organization that the caller can see',
      answers: { 200: answer('The apps.', Type.Array(ref(App))) },
    }),
    async ({ call: { caller }, place }) =>
      toApps(await store.listAppsOfOwner(db, place.ownerId, accountIdOf(caller)), caller),
  )
}

async function listFor(db: Db, caller: Caller): Promise<store.AppRow[]> {
  if (caller.kind === 'user') return store.listAppsOfAccount(db, caller.account.id)
  if (caller.kind === 'org') return store.listAppsOfOwner(db, caller.organizationId, null)
  const row = caller.kind === 'app' && (await store.findApp(db, caller, null))
  return row ? [row] : []
}

function createRoutes(app: FastifyInstance, db: Db): void {
  const created = { 201: answer('The app.', ref(App)) }
  app.post<{ Body: NewApp }>(
    '/v0.1/apps',
    operation('createApp', 'change own account', {
      tag: 'apps',
      summary: 'Create an app of your own',
      body: ref(NewApp),
      answers: created,
    }),
    async ({ call, target, body }, reply) => {
      const row = await createApp(db, call, target, body)
      return reply.code(201).send(toVisibleApp(row, call.caller))
    },
  )
  app.post<{ Body: NewApp }>(
    '/v0.1/orgs/:org_name/apps',
    operation('createOrgApp', 'create app in organization', {
      tag: 'organizations',
      summary: 'Create an app in an organization',
      body: ref(NewApp),
      answers: created,
    }),
    async ({ call, target, body }, reply) => {
      const row = await createApp(db, call, target, body)
      return reply.code(201).send(toVisibleApp(row, call.caller))
    },
  )
}

function oneAppRoutes(app: FastifyInstance, db: Db): void {
  const shown = { 200: answer('The app.', ref(App)) }
  app.get(
    APP,
    operation('getApp', 'read app', { tag: 'apps', summary: 'An app', answers: shown }),
    async ({ call: { caller }, place }) =>
      toVisibleApp(await store.findApp(db, appKeyOf(place), accountIdOf(caller)), caller),
  )
  app.patch<{ Body: AppChange }>(
    APP,
    operation('updateApp', 'change app', {
      tag: 'apps',
      summary: 'Change an app',
      description: 'A new name changes the address of the app at once; there is no redirect.',
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
      answers: DONE,
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

/** The app a judged place is about. */
export function appKeyOf({ ownerId, appId }: Place): store.AppKey {
  if (appId === null) throw appNotFound()
  return { ownerId, appId }
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
      name: row.owner_name ?? '',
      display_name: row.owner_display_name ?? '',
      type: row.owner_kind,
      email: row.owner_email,
      avatar_url: row.owner_avatar_url,
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

function sorted(apps: App[], order: AppOrder['$orderBy']): App[] {
  if (!order) return apps
  return apps.toSorted((one, other) => one[order].localeCompare(other[order], 'en'))
}

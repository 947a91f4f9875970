import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import { answerList, type LongList } from '../../../platform/paging/long-list.ts'
import { appsOf, toApp } from '../apps/routes.ts'
import { App } from '../apps/wire.ts'
import { notAMember } from '../errors.ts'
import { operation } from '../operation.ts'
import { toUserProfile } from '../owners/routes.ts'
import {
  changeAppRole,
  changeOrganizationRole,
  removeAppMember,
  removeOrganizationMember,
  type TokensOfRemoved,
} from './actions.ts'
import * as store from './store.ts'
import { AppUser, OrgUser, Permissions, Removal, Role } from './wire.ts'

const APP = '/v0.1/apps/:owner_name/:app_name'
const ORG_USERS = '/v0.1/orgs/:org_name/users'
const ByEmail = pathParams('owner_name', 'app_name', 'user_email')
const ByName = pathParams('org_name', 'user_name')

export function memberRoutes(app: Routes, db: Db): void {
  appUserRoutes(app, db)
  orgUserReads(app, db)
  orgUserWrites(app, db)
}

function appUserRoutes(app: Routes, db: Db): void {
  const tag = 'apps'
  app.get(
    `${APP}/users`,
    operation('listAppUsers', 'read app', {
      tag,
      summary: 'List the users who have access to an app',
      answers: { 200: answer('The users.', Type.Array(ref(AppUser))) },
    }),
    async ({ resolved }, reply) =>
      answerList(reply, appUsersOf(db, resolved), (rows) => rows.map(toAppUser)),
  )
  app.get(
    `${APP}/testers`,
    operation('listTesters', 'read app', {
      tag,
      summary: 'List the testers of an app',
      description: 'Always empty, because Binnacle does not distribute apps to testers.',
      answers: { 200: answer('Nobody.', Type.Array(ref(AppUser))) },
    }),
    async () => [],
  )
  app.patch(
    `${APP}/users/:user_email`,
    operation('updateAppUser', 'manage app members', {
      tag,
      summary: 'Change the role of a user on an app',
      params: ByEmail,
      body: ref(Permissions),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body }, reply) => {
      await changeAppRole(db, call, target, body)
      return reply.code(204).send()
    },
  )
  app.delete(
    `${APP}/users/:user_email`,
    operation('removeAppUser', 'remove app member', {
      tag,
      summary: 'Remove a user from an app',
      params: ByEmail,
      description: TOKENS_STAY,
      querystring: Removal,
      answers: NO_CONTENT,
    }),
    async ({ call, target, query }, reply) =>
      namingTokens(reply, await removeAppMember(db, call, target, query.revoke_tokens === true))
        .code(204)
        .send(),
  )
}

const appUsersOf = (db: Db, key: store.AppKey): LongList<store.AppUserRow, string> => ({
  readFew: (most) => store.listAppUsers(db, key, { most }),
  readKeys: () => store.listAppUserIds(db, key),
  readRows: (ids) => store.listAppUsers(db, key, { ids }),
})

const orgUsersOf = (db: Db, id: string): LongList<store.OrgUserRow, string> => ({
  readFew: (most) => store.listOrgUsers(db, id, { most }),
  readKeys: () => store.listOrgUserIds(db, id),
  readRows: (ids) => store.listOrgUsers(db, id, { ids }),
})

function orgUserReads(app: Routes, db: Db): void {
  const tag = 'organizations'
  const find = async (organizationId: string, userName: string) => {
    const row = await store.findOrgUser(db, organizationId, userName)
    if (!row) throw notAMember(userName, 'organization')
    return row
  }
  app.get(
    ORG_USERS,
    operation('listOrgUsers', 'read organization members', {
      tag,
      summary: 'List the members of an organization',
      answers: { 200: answer('The members.', Type.Array(ref(OrgUser))) },
    }),
    async ({ resolved }, reply) =>
      answerList(reply, orgUsersOf(db, resolved.ownerId), (rows) => rows.map(toOrgUser)),
  )
  app.get(
    `${ORG_USERS}/:user_name`,
    operation('getOrgUser', 'read organization members', {
      tag,
      summary: 'Get a member of an organization',
      params: ByName,
      answers: { 200: answer('The member.', ref(OrgUser)) },
    }),
    async ({ resolved, target }) => toOrgUser(await find(resolved.ownerId, target.userName)),
  )
  app.get(
    `${ORG_USERS}/:user_name/apps`,
    operation('listAppsOfOrgUser', 'read apps of organization member', {
      tag,
      summary: 'List the apps of an organization that a member can access',
      params: ByName,
      description: '`member_permissions` are the permissions of that member.',
      answers: { 200: answer('The apps.', Type.Array(ref(App))) },
    }),
    async ({ resolved, target }, reply) => {
      const { accountId, role } = await find(resolved.ownerId, target.userName)
      const list = appsOf(db, { ownerId: resolved.ownerId }, accountId)
      return answerList(reply, list, (rows) =>
        rows.flatMap((row) => {
          const permission = role === 'admin' ? 'manager' : row.app_role
          return permission ? [toApp(row, permission)] : []
        }),
      )
    },
  )
}

function orgUserWrites(app: Routes, db: Db): void {
  const tag = 'organizations'
  app.patch(
    `${ORG_USERS}/:user_name`,
    operation('updateOrgUser', 'manage organization members', {
      tag,
      summary: 'Change the role of a member of an organization',
      params: ByName,
      body: ref(Role),
      answers: { 200: answer('The member.', ref(OrgUser)) },
    }),
    async ({ call, target, body }) =>
      toOrgUser(await changeOrganizationRole(db, call, target, body)),
  )
  app.delete(
    `${ORG_USERS}/:user_name`,
    operation('removeOrgUser', 'remove organization member', {
      tag,
      summary: 'Remove a member from an organization and from all its apps',
      params: ByName,
      description: TOKENS_STAY,
      querystring: Removal,
      answers: NO_CONTENT,
    }),
    async ({ call, target, query }, reply) => {
      const isRevoking = query.revoke_tokens === true
      return namingTokens(reply, await removeOrganizationMember(db, call, target, isRevoking))
        .code(204)
        .send()
    },
  )
}

const TOKENS_STAY =
  'App or organization tokens that this person created stay valid, unless you send `revoke_tokens=true`. The header `x-binnacle-tokens-left` is the number of tokens left, `x-binnacle-tokens-left-ids` lists up to 50 of them, and `x-binnacle-revoked-tokens` is the number of revoked tokens.'
const MOST_IDS = 50

function namingTokens(reply: FastifyReply, { ended, left }: TokensOfRemoved): FastifyReply {
  if (ended.length > 0) reply.header('x-binnacle-revoked-tokens', ended.length)
  if (left.length === 0) return reply
  return reply
    .header('x-binnacle-tokens-left', left.length)
    .header('x-binnacle-tokens-left-ids', left.slice(0, MOST_IDS).join(', '))
}

const toAppUser = ({ permission, ...account }: store.AppUserRow): AppUser => ({
  ...toUserProfile(account),
  permissions: [permission],
})

const toOrgUser = (row: store.OrgUserRow): OrgUser => ({
  name: row.name,
  display_name: row.displayName,
  email: row.email,
  role: row.role,
  joined_at: row.joinedAt.toISOString(),
})

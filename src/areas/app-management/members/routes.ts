import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import { appKeyOf, toApp } from '../apps/routes.ts'
import { listAppsOfOwner } from '../apps/store.ts'
import { App } from '../apps/wire.ts'
import { notAMember } from '../errors.ts'
import { operation } from '../operation.ts'
import { toUserProfile } from '../owners/routes.ts'
import {
  changeAppRole,
  changeOrganizationRole,
  removeAppMember,
  removeOrganizationMember,
} from './actions.ts'
import * as store from './store.ts'
import { AppUser, OrgUser, Permissions, Role } from './wire.ts'

const APP = '/v0.1/apps/:owner_name/:app_name'
const ORG_USERS = '/v0.1/orgs/:org_name/users'

export function memberRoutes(app: FastifyInstance, db: Db): void {
  appUserRoutes(app, db)
  orgUserReads(app, db)
  orgUserWrites(app, db)
}

function appUserRoutes(app: FastifyInstance, db: Db): void {
  const tag = 'apps'
  app.get(
    `${APP}/users`,
    operation('listAppUsers', 'read app', {
      tag,
      summary: 'Who can reach an app, by whatever way',
      answers: { 200: answer('The users.', Type.Array(ref(AppUser))) },
    }),
    async ({ place }) => (await store.listAppUsers(db, appKeyOf(place))).map(toAppUser),
  )
  app.get(
    `${APP}/testers`,
    operation('listTesters', 'read app', {
      tag,
      summary: 'Testers of an app',
      description: 'Always empty: Binnacle distributes nothing, so nobody is only a tester.',
      answers: { 200: answer('Nobody.', Type.Array(ref(AppUser))) },
    }),
    async () => [],
  )
  app.patch<{ Body: Permissions }>(
    `${APP}/users/:user_email`,
    operation('updateAppUser', 'manage app members', {
      tag,
      summary: 'Change the role of a user on an app',
      body: ref(Permissions),
      answers: DONE,
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
      description: TOKENS_STAY,
      answers: DONE,
    }),
    async ({ call, target }, reply) =>
      namingTokens(reply, await removeAppMember(db, call, target))
        .code(204)
        .send(),
  )
}

function orgUserReads(app: FastifyInstance, db: Db): void {
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
      summary: 'The members of an organization',
      answers: { 200: answer('The members.', Type.Array(ref(OrgUser))) },
    }),
    async ({ place }) => (await store.listOrgUsers(db, place.ownerId)).map(toOrgUser),
  )
  app.get(
    `${ORG_USERS}/:user_name`,
    operation('getOrgUser', 'read organization members', {
      tag,
      summary: 'A member of an organization',
      answers: { 200: answer('The member.', ref(OrgUser)) },
    }),
    async ({ place, target }) => toOrgUser(await find(place.ownerId, target.userName ?? '')),
  )
  app.get(
    `${ORG_USERS}/:user_name/apps`,
    operation('listAppsOfOrgUser', 'read apps of organization member', {
      tag,
      summary: 'The apps of an organization that a member of it can reach',
      description: '`member_permissions` are those of the member.',
      answers: { 200: answer('The apps.', Type.Array(ref(App))) },
    }),
    async ({ place, target }) => {
      const { accountId, role } = await find(place.ownerId, target.userName ?? '')
      const rows = await listAppsOfOwner(db, place.ownerId, accountId)
      return rows.flatMap((row) => {
        const permission = role === 'admin' ? 'manager' : row.app_role
        return permission ? [toApp(row, permission)] : []
      })
    },
  )
}

function orgUserWrites(app: FastifyInstance, db: Db): void {
  const tag = 'organizations'
  app.patch<{ Body: Role }>(
    `${ORG_USERS}/:user_name`,
    operation('updateOrgUser', 'manage organization members', {
      tag,
      summary: 'Change the role of a member of an organization',
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
      description: TOKENS_STAY,
      answers: DONE,
    }),
    async ({ call, target }, reply) =>
      namingTokens(reply, await removeOrganizationMember(db, call, target))
        .code(204)
        .send(),
  )
}

const TOKENS_STAY =
  'Tokens of the app or organization that this person created stay. `x-binnacle-tokens-left` says how many there are, `x-binnacle-tokens-left-ids` names up to 50 of them.'
const MOST_IDS = 50

function namingTokens(reply: FastifyReply, tokenIds: readonly string[]): FastifyReply {
  if (tokenIds.length === 0) return reply
  return reply
    .header('x-binnacle-tokens-left', tokenIds.length)
    .header('x-binnacle-tokens-left-ids', tokenIds.slice(0, MOST_IDS).join(', '))
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

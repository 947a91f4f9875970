import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import { appKeyOf, toVisibleApp } from '../apps/routes.ts'
import { findApp } from '../apps/store.ts'
import type { Caps } from '../caps/rules.ts'
import { Permissions, Role } from '../members/wire.ts'
import { operation } from '../operation.ts'
import { toUserProfile } from '../owners/routes.ts'
import * as actions from './actions.ts'
import * as store from './store.ts'
import { AppInvitation, InvitedEmail, NewInvitation, OrgInvitation, Resent } from './wire.ts'

const APP = '/v0.1/apps/:owner_name/:app_name/invitations'
const ORG = '/v0.1/orgs/:org_name/invitations'

export function invitationRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  appInvitationRoutes(app, db, caps)
  orgInvitationRoutes(app, db, caps)
  orgInvitationByEmailRoutes(app, db)
}

function appInvitationRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  const tag = 'invitations'
  app.get(
    APP,
    operation('listAppInvitations', 'read app invitations', {
      tag,
      summary: 'Pending invitations to an app',
      answers: { 200: answer('The invitations.', Type.Array(ref(AppInvitation))) },
    }),
    async ({ call: { caller, at }, place }) => {
      const key = appKeyOf(place)
      const shown = toVisibleApp(await findApp(db, key, accountIdOf(caller)), caller)
      const callerId = accountIdOf(caller)
      const rows = await store.listInvitations(db, { ...key, callerId }, at)
      return rows.map((row) => toAppInvitation(row, shown))
    },
  )
  app.post<{ Body: NewInvitation }>(
    APP,
    operation('inviteToApp', 'manage app members', {
      tag,
      summary: 'Invite somebody to an app, as a developer',
      description: 'No e-mail is sent: the invited person finds it at /v0.1/user/invitations.',
      body: ref(NewInvitation),
      answers: DONE,
    }),
    async ({ call, target, body: { user_email, role } }, reply) => {
      await actions.inviteToApp(db, call, target, caps, user_email, role)
      return reply.code(204).send()
    },
  )
  app.post(
    `${APP}/:user_email`,
    operation('inviteToAppByEmail', 'manage app members', {
      tag,
      summary: 'Invite somebody to an app, or renew their invitation',
      answers: DONE,
    }),
    async ({ call, target }, reply) => {
      await actions.inviteToApp(db, call, target, caps, target.userEmail ?? '')
      return reply.code(204).send()
    },
  )
  app.patch<{ Body: Permissions }>(
    `${APP}/:user_email`,
    operation('updateAppInvitation', 'manage app members', {
      tag,
      summary: 'Change what an invited person will be on an app',
      body: ref(Permissions),
      answers: DONE,
    }),
    async ({ call, target, body }, reply) => {
      await actions.changeAppInvitation(db, call, target, body)
      return reply.code(204).send()
    },
  )
  app.delete(
    `${APP}/:user_email`,
    operation('revokeAppInvitation', 'withdraw app invitation', {
      tag,
      summary: 'Withdraw an invitation to an app',
      answers: DONE,
    }),
    async ({ call, target }, reply) => {
      await actions.revokeAppInvitation(db, call, target)
      return reply.code(204).send()
    },
  )
}

function orgInvitationRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  const tag = 'invitations'
  app.get(
    ORG,
    operation('listOrgInvitations', 'read organization invitations', {
      tag,
      summary: 'Pending invitations to an organization',
      answers: { 200: answer('The invitations.', Type.Array(ref(OrgInvitation))) },
    }),
    async ({ call: { caller, at }, place: { ownerId } }) => {
      const key = { ownerId, appId: null, callerId: accountIdOf(caller) }
      return (await store.listInvitations(db, key, at)).map(toOrgInvitation)
    },
  )
  app.post<{ Body: NewInvitation }>(
    ORG,
    operation('inviteToOrg', 'manage organization members', {
      tag,
      summary: 'Invite somebody to an organization, as a collaborator unless a role is named',
      description: 'No e-mail is sent: the invited person finds it at /v0.1/user/invitations.',
      body: ref(NewInvitation),
      answers: DONE,
    }),
    async ({ call, target, body: { user_email, role } }, reply) => {
      await actions.inviteToOrganization(db, call, target, caps, user_email, role)
      return reply.code(204).send()
    },
  )
  app.delete<{ Body: InvitedEmail }>(
    ORG,
    operation('revokeOrgInvitation', 'manage organization members', {
      tag,
      summary: 'Withdraw the invitation named in the body',
      body: ref(InvitedEmail),
      answers: DONE,
    }),
    async ({ call, target, body }, reply) => {
      await actions.revokeOrgInvitation(db, call, target, body.user_email)
      return reply.code(204).send()
    },
  )
}

function orgInvitationByEmailRoutes(app: FastifyInstance, db: Db): void {
  const tag = 'invitations'
  app.patch<{ Body: Role }>(
    `${ORG}/:user_email`,
    operation('updateOrgInvitation', 'manage organization members', {
      tag,
      summary: 'Change what an invited person will be in an organization',
      body: ref(Role),
      answers: DONE,
    }),
    async ({ call, target, body }, reply) => {
      await actions.changeOrgInvitation(db, call, target, body)
      return reply.code(204).send()
    },
  )
  app.post<{ Body: Resent }>(
    `${ORG}/:user_email/resend`,
    operation('resendOrgInvitation', 'manage organization members', {
      tag,
      summary: 'Renew a pending invitation; the one before is void',
      body: ref(Resent),
      answers: DONE,
    }),
    async ({ call, target, body }, reply) => {
      await actions.resendToOrganization(db, call, target, target.userEmail ?? '', body.role)
      return reply.code(204).send()
    },
  )
  app.post(
    `${ORG}/:user_email/revoke`,
    operation('revokeOrgInvitationByEmail', 'manage organization members', {
      tag,
      summary: 'Withdraw an invitation to an organization',
      answers: DONE,
    }),
    async ({ call, target }, reply) => {
      await actions.revokeOrgInvitation(db, call, target, target.userEmail ?? '')
      return reply.code(204).send()
    },
  )
}

type PendingRow = Awaited<ReturnType<typeof store.listInvitations>>[number]

export const toTimes = (row: { created_at: Date; expires_at: Date }) => ({
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

function toAppInvitation(row: PendingRow, app: AppInvitation['app']): AppInvitation {
  return {
    id: row.id,
    app,
    email: row.email,
    invite_type: 'developer',
    invited_by: toUserProfile({
      id: row.invited_by,
      name: row.inviter_name,
      displayName: row.inviter_display_name,
      email: row.inviter_email,
      avatarUrl: row.inviter_avatar_url,
      createdAt: row.inviter_created_at,
    }),
    is_existing_user: row.is_known_user,
    permissions: row.app_role ? [row.app_role] : [],
    app_count: null,
    distribution_group: null,
    ...toTimes(row),
  }
}

const toOrgInvitation = (row: PendingRow): OrgInvitation => ({
  id: row.id,
  email: row.email,
  role: row.organization_role ?? 'member',
  ...toTimes(row),
})

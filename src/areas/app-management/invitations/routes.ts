import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf } from '../../../directory/caller.ts'
import { RequestKeyHeaders } from '../../../directory/repeats/wire.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import { toVisibleApp } from '../apps/routes.ts'
import { findApp } from '../apps/store.ts'
import { Permissions, Role } from '../members/wire.ts'
import { operation } from '../operation.ts'
import { toUserProfile } from '../owners/routes.ts'
import * as actions from './actions.ts'
import type { Invited, Mailing } from './mail/actions.ts'
import * as store from './store.ts'
import { AppInvitation, InvitedEmail, NewInvitation, OrgInvitation, Resent } from './wire.ts'

const APP = '/v0.1/apps/:owner_name/:app_name/invitations'
const ORG = '/v0.1/orgs/:org_name/invitations'
const OfApp = pathParams('owner_name', 'app_name', 'user_email')
const OfOrg = pathParams('org_name', 'user_email')

export function invitationRoutes(app: Routes, db: Db, inviting: actions.Inviting): void {
  appInvitationRoutes(app, db)
  invitingToAppRoutes(app, db, inviting)
  orgInvitationRoutes(app, db, inviting)
  orgInvitationByEmailRoutes(app, db, inviting)
}

const MAILED =
  'The response header `x-binnacle-mail` is `queued` if an e-mail with a link is sent to the invited person. It is `not-sent` if the installation does not send e-mail, or if the person or the sender has reached the daily limit. In both cases, the invited person can find the invitation at /v0.1/user/invitations.'

const sendInvited = (reply: FastifyReply, { isMailed }: Invited) =>
  reply
    .code(204)
    .header('x-binnacle-mail', isMailed ? 'queued' : 'not-sent')
    .send()

function appInvitationRoutes(app: Routes, db: Db): void {
  const tag = 'invitations'
  app.get(
    APP,
    operation('listAppInvitations', 'read app invitations', {
      tag,
      summary: 'List the pending invitations to an app',
      answers: { 200: answer('The invitations.', Type.Array(ref(AppInvitation))) },
    }),
    async ({ call: { caller, at }, resolved }) => {
      const callerId = accountIdOf(caller)
      const shown = toVisibleApp(await findApp(db, resolved, callerId), caller)
      const rows = await store.listInvitations(db, { ...resolved, callerId }, at)
      return rows.map((row) => toAppInvitation(row, shown))
    },
  )
  app.patch(
    `${APP}/:user_email`,
    operation('updateAppInvitation', 'manage app members', {
      tag,
      summary: 'Change the role in an invitation to an app',
      params: OfApp,
      body: ref(Permissions),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body }, reply) => {
      await actions.changeAppInvitation(db, call, target, body)
      return reply.code(204).send()
    },
  )
  app.delete(
    `${APP}/:user_email`,
    operation('revokeAppInvitation', 'revoke app invitation', {
      tag,
      summary: 'Revoke an invitation to an app',
      params: OfApp,
      answers: NO_CONTENT,
    }),
    async ({ call, target }, reply) => {
      await actions.revokeAppInvitation(db, call, target)
      return reply.code(204).send()
    },
  )
}

function invitingToAppRoutes(app: Routes, db: Db, inviting: actions.Inviting): void {
  const tag = 'invitations'
  app.post(
    APP,
    operation('inviteToApp', 'manage app members', {
      tag,
      summary: 'Invite a person to an app as a developer',
      description: MAILED,
      headers: RequestKeyHeaders,
      body: ref(NewInvitation),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body: { user_email, role } }, reply) =>
      sendInvited(reply, await actions.inviteToApp(db, call, target, inviting, user_email, role)),
  )
  app.post(
    `${APP}/:user_email`,
    operation('inviteToAppByEmail', 'manage app members', {
      tag,
      summary: 'Invite a person to an app, or renew their invitation',
      description: MAILED,
      headers: RequestKeyHeaders,
      params: OfApp,
      answers: NO_CONTENT,
    }),
    async ({ call, target }, reply) =>
      sendInvited(reply, await actions.inviteToApp(db, call, target, inviting, target.userEmail)),
  )
}

function orgInvitationRoutes(app: Routes, db: Db, inviting: actions.Inviting): void {
  const tag = 'invitations'
  app.get(
    ORG,
    operation('listOrgInvitations', 'read organization invitations', {
      tag,
      summary: 'List the pending invitations to an organization',
      answers: { 200: answer('The invitations.', Type.Array(ref(OrgInvitation))) },
    }),
    async ({ call: { caller, at }, resolved: { ownerId } }) => {
      const key = { ownerId, appId: null, callerId: accountIdOf(caller) }
      return (await store.listInvitations(db, key, at)).map(toOrgInvitation)
    },
  )
  app.post(
    ORG,
    operation('inviteToOrg', 'manage organization members', {
      tag,
      summary: 'Invite a person to an organization, with the role collaborator by default',
      description: MAILED,
      headers: RequestKeyHeaders,
      body: ref(NewInvitation),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body: { user_email, role } }, reply) =>
      sendInvited(
        reply,
        await actions.inviteToOrganization(db, call, target, inviting, user_email, role),
      ),
  )
  app.delete(
    ORG,
    operation('revokeOrgInvitation', 'manage organization members', {
      tag,
      summary: 'Revoke the organization invitation that the body specifies',
      body: ref(InvitedEmail),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body }, reply) => {
      await actions.revokeOrgInvitation(db, call, target, body.user_email)
      return reply.code(204).send()
    },
  )
}

function orgInvitationByEmailRoutes(app: Routes, db: Db, mailing: Mailing): void {
  const tag = 'invitations'
  app.patch(
    `${ORG}/:user_email`,
    operation('updateOrgInvitation', 'manage organization members', {
      tag,
      summary: 'Change the role in an invitation to an organization',
      params: OfOrg,
      body: ref(Role),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body }, reply) => {
      await actions.changeOrgInvitation(db, call, target, body)
      return reply.code(204).send()
    },
  )
  app.post(
    `${ORG}/:user_email/resend`,
    operation('resendOrgInvitation', 'manage organization members', {
      tag,
      summary: 'Renew a pending invitation and invalidate the previous one',
      description: MAILED,
      headers: RequestKeyHeaders,
      params: OfOrg,
      body: ref(Resent),
      answers: NO_CONTENT,
    }),
    async ({ call, target, body: { role } }, reply) => {
      const email = target.userEmail
      const invited = await actions.resendToOrganization(db, call, target, mailing, email, role)
      return sendInvited(reply, invited)
    },
  )
  app.post(
    `${ORG}/:user_email/revoke`,
    operation('revokeOrgInvitationByEmail', 'manage organization members', {
      tag,
      summary: 'Revoke an invitation to an organization',
      params: OfOrg,
      answers: NO_CONTENT,
    }),
    async ({ call, target }, reply) => {
      await actions.revokeOrgInvitation(db, call, target, target.userEmail)
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

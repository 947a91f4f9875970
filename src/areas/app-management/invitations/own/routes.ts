import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf, type Caller } from '../../../../platform/caller.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import { toApps } from '../../apps/routes.ts'
import { listAppsOfAccount } from '../../apps/store.ts'
import { operation } from '../../operation.ts'
import { toOrganization } from '../../organizations/routes.ts'
import { listOrganizationsOf } from '../../organizations/store.ts'
import { answerInvitation } from '../actions.ts'
import { toTimes } from '../routes.ts'
import { toInvitationToken } from '../rules.ts'
import * as store from '../store.ts'
import { ReceivedInvitation, SentInvitation } from '../wire.ts'

/** Invitations as the person sees them who got or sent them, whatever they lead to. */
export function ownInvitationRoutes(app: FastifyInstance, db: Db): void {
  receivedRoutes(app, db)
  sentRoute(app, db)
}

const ANSWERS = [
  ['app', 'accept', 'acceptAppInvitation'],
  ['app', 'reject', 'rejectAppInvitation'],
  ['org', 'accept', 'acceptOrgInvitation'],
  ['org', 'reject', 'rejectOrgInvitation'],
] as const

function receivedRoutes(app: FastifyInstance, db: Db): void {
  const tag = 'user'
  app.get(
    '/v0.1/user/invitations',
    operation('listReceivedInvitations', 'read own account', {
      tag,
      summary: 'What you have been invited to',
      isOurs: true,
      answers: { 200: answer('The invitations.', Type.Array(ref(ReceivedInvitation))) },
    }),
    async ({ call: { caller, at } }) => {
      const email = caller.kind === 'user' ? caller.account.email : ''
      return (await store.listReceived(db, email, at)).map(toReceived)
    },
  )
  for (const [to, verdict, operationId] of ANSWERS) {
    app.post<{ Params: { invitation_token: string } }>(
      `/v0.1/user/invitations/${to}s/:invitation_token/${verdict}`,
      operation(operationId, 'change own account', {
        tag,
        summary: `${verdict === 'accept' ? 'Accept' : 'Reject'} an invitation to an ${NOUN[to]}`,
        answers: DONE,
      }),
      async ({ call, params }, reply) => {
        await answerInvitation(db, call, { token: params.invitation_token, to, verdict })
        return reply.code(204).send()
      },
    )
  }
}

const NOUN = { app: 'app', org: 'organization' }

function sentRoute(app: FastifyInstance, db: Db): void {
  app.get(
    '/v0.1/invitations/sent',
    operation('listSentInvitations', 'read own account', {
      tag: 'user',
      summary: 'Pending invitations you sent, to what you can still see',
      answers: { 200: answer('The invitations.', Type.Array(ref(SentInvitation))) },
    }),
    async ({ call: { caller, at } }) => listSent(db, caller, at),
  )
}

async function listSent(db: Db, caller: Caller, now: Date): Promise<SentInvitation[]> {
  const accountId = accountIdOf(caller) ?? ''
  const sent = await store.listSent(db, accountId, now)
  if (sent.length === 0) return []
  const apps = toApps(await listAppsOfAccount(db, accountId), caller)
  const organizations = (await listOrganizationsOf(db, accountId)).map(toOrganization)
  return sent.flatMap((row) => {
    const app = apps.find(({ id }) => id === row.app_id) ?? null
    const isToOrganization = row.app_id === null
    const organization =
      (isToOrganization && organizations.find(({ id }) => id === row.owner_id)) || null
    return app || organization ? [{ invitation_id: row.id, organization, app }] : []
  })
}

type ReceivedRow = Awaited<ReturnType<typeof store.listReceived>>[number]

const toReceived = (row: ReceivedRow): ReceivedInvitation => ({
  type: row.app_id === null ? 'org' : 'app',
  token: toInvitationToken({ ownerId: row.owner_id, answerKey: row.answer_key }),
  owner_name: row.owner_name ?? '',
  app_name: row.app_name,
  display_name: row.app_display_name ?? row.organization_display_name ?? '',
  permissions: row.app_role ? [row.app_role] : [],
  role: row.organization_role,
  invited_by: row.inviter_name,
  ...toTimes(row),
})

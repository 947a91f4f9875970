import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf, type Caller } from '../../../../platform/caller.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { answerList, type LongList } from '../../../../platform/http/long-list.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import { toApps } from '../../apps/routes.ts'
import { listAppsByKey } from '../../apps/store.ts'
import type { Caps } from '../../caps/rules.ts'
import { operation } from '../../operation.ts'
import { toOrganization } from '../../organizations/routes.ts'
import { listOrganizationsOf } from '../../organizations/store.ts'
import { toTimes } from '../routes.ts'
import { isGood, toInvitationToken } from '../rules.ts'
import * as store from '../store.ts'
import { ReceivedInvitation, SentInvitation } from '../wire.ts'
import { answerInvitation } from './actions.ts'

/** Invitations as the person sees them who got or sent them, whatever they lead to. */
export function ownInvitationRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  receivedRoutes(app, db, caps)
  sentRoute(app, db)
}

const ANSWERS = [
  ['app', 'accept', 'acceptAppInvitation'],
  ['app', 'reject', 'rejectAppInvitation'],
  ['org', 'accept', 'acceptOrgInvitation'],
  ['org', 'reject', 'rejectOrgInvitation'],
] as const

function receivedRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
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
      const rows = await store.listReceived(db, email, at)
      return rows.filter(isGood).map(toReceived)
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
        const answered = { token: params.invitation_token, to, verdict }
        await answerInvitation(db, call, answered, caps)
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
    async ({ call: { caller, at } }, reply) =>
      answerList(reply, sentBy(db, accountIdOf(caller) ?? '', at), (rows) =>
        toSent(db, caller, rows),
      ),
  )
}

const sentBy = (
  db: Db,
  accountId: string,
  now: Date,
): LongList<store.InvitationRow, store.SentKey> => ({
  readFew: (most) => store.listSomeSent(db, accountId, now, most),
  readKeys: () => store.listSentKeys(db, accountId, now),
  readRows: (keys) => store.listSentByKey(db, accountId, now, keys),
})

/** What an invitation leads to is shown as far as the caller can still see it. */
async function toSent(
  db: Db,
  caller: Caller,
  rows: readonly store.InvitationRow[],
): Promise<SentInvitation[]> {
  if (rows.length === 0) return []
  const accountId = accountIdOf(caller) ?? ''
  const keys = rows.flatMap(({ owner_id, app_id }) =>
    app_id === null ? [] : [{ ownerId: owner_id, appId: app_id }],
  )
  const ids = rows.flatMap(({ owner_id, app_id }) => (app_id === null ? [owner_id] : []))
  const [found, seats] = await Promise.all([
    listAppsByKey(db, keys, accountId),
    listOrganizationsOf(db, accountId, { ids }),
  ])
  const apps = new Map(toApps(found, caller).map((app) => [app.id, app]))
  const organizations = new Map(seats.map((row) => [row.id, toOrganization(row)]))
  return rows.flatMap((row) => {
    const app = apps.get(row.app_id ?? '') ?? null
    const organization = row.app_id === null ? (organizations.get(row.owner_id) ?? null) : null
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

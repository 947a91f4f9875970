import { Type } from 'typebox'
import type { Person } from '../../../../directory/caller.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { answerList, type LongList } from '../../../../platform/paging/long-list.ts'
import type { ProductTime } from '../../../../platform/time.ts'
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
export function ownInvitationRoutes(app: Routes, db: Db, caps: Caps): void {
  receivedRoutes(app, db, caps)
  sentRoute(app, db)
}

const ANSWERS = [
  ['app', 'accept', 'acceptAppInvitation'],
  ['app', 'reject', 'rejectAppInvitation'],
  ['org', 'accept', 'acceptOrgInvitation'],
  ['org', 'reject', 'rejectOrgInvitation'],
] as const

function receivedRoutes(app: Routes, db: Db, caps: Caps): void {
  const tag = 'user'
  app.get(
    '/v0.1/user/invitations',
    operation('listReceivedInvitations', 'read own account', {
      tag,
      summary: 'List the invitations you received',
      isOurs: true,
      answers: { 200: answer('The invitations.', Type.Array(ref(ReceivedInvitation))) },
    }),
    async ({ call: { caller, at } }) => {
      const rows = await store.listReceived(db, caller.account.email, at)
      return rows.filter(isGood).map(toReceived)
    },
  )
  for (const [to, verdict, operationId] of ANSWERS) {
    app.post(
      `/v0.1/user/invitations/${to}s/:invitation_token/${verdict}`,
      operation(operationId, 'change own account', {
        tag,
        summary: `${verdict === 'accept' ? 'Accept' : 'Reject'} an invitation to an ${NOUN[to]}`,
        params: pathParams('invitation_token'),
        answers: NO_CONTENT,
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

function sentRoute(app: Routes, db: Db): void {
  app.get(
    '/v0.1/invitations/sent',
    operation('listSentInvitations', 'read own account', {
      tag: 'user',
      summary:
        'List the pending invitations you sent to apps and organizations that you can still access',
      answers: { 200: answer('The invitations.', Type.Array(ref(SentInvitation))) },
    }),
    async ({ call: { caller, at } }, reply) =>
      answerList(reply, sentBy(db, caller.account.id, at), (rows) => toSent(db, caller, rows)),
  )
}

const sentBy = (
  db: Db,
  accountId: string,
  now: ProductTime,
): LongList<store.InvitationRow, store.SentKey> => ({
  readFew: (most) => store.listSomeSent(db, accountId, now, most),
  readKeys: () => store.listSentKeys(db, accountId, now),
  readRows: (keys) => store.listSentByKey(db, accountId, now, keys),
})

/** What an invitation leads to is shown as far as the caller can still see it. */
async function toSent(
  db: Db,
  caller: Person,
  rows: readonly store.InvitationRow[],
): Promise<SentInvitation[]> {
  if (rows.length === 0) return []
  const accountId = caller.account.id
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
    const app = (row.app_id !== null && apps.get(row.app_id)) || null
    const organization = (row.app_id === null && organizations.get(row.owner_id)) || null
    return app || organization ? [{ invitation_id: row.id, organization, app }] : []
  })
}

type ReceivedRow = Awaited<ReturnType<typeof store.listReceived>>[number]

const toReceived = (row: ReceivedRow): ReceivedInvitation => ({
  type: row.app_id === null ? 'org' : 'app',
  token: toInvitationToken({ ownerId: row.owner_id, answerKey: row.answer_key }),
  owner_name: row.owner_name,
  app_name: row.app_name,
  display_name: row.display_name,
  permissions: row.app_role ? [row.app_role] : [],
  role: row.organization_role,
  invited_by: row.inviter_name,
  ...toTimes(row),
})

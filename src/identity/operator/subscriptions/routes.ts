import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorOperation } from '../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, PageQuery, readIdCursor, toPage } from '../../../platform/http/paging.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { principalNotFound, subscriptionNotFound } from '../errors.ts'
import { addSubscription, removeRole, setRole } from './actions.ts'
import * as store from './store.ts'
import {
  isSubscriptionId,
  NewSubscription,
  Subscription,
  SubscriptionList,
  SubscriptionMemberList,
  SubscriptionRole,
} from './wire.ts'

const PATH = '/operator/v1/subscriptions'
const tag = 'subscriptions'

type Id = { Params: { subscription_id: string } }
type Member = { Params: { subscription_id: string; principal_id: string } }

export function subscriptionRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  subscriptionItselfRoutes(app, db, publicUrl)
  roleRoutes(app, db)
}

function subscriptionItselfRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  app.get<{ Querystring: { $skiptoken?: string } }>(
    PATH,
    operatorOperation('listSubscriptions', {
      tag,
      summary: 'All subscriptions',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of subscriptions.', ref(SubscriptionList)) },
    }),
    async ({ query: { $skiptoken } }) => {
      const after = readIdCursor($skiptoken, isSubscriptionId)
      const rows = await store.listSubscriptions(db, { after, limit: PAGE_SIZE + 1 })
      return toPage(rows, toSubscription, ({ id }) => `${publicUrl}${PATH}?$skiptoken=${id}`)
    },
  )
  app.post<{ Body: NewSubscription }>(
    PATH,
    operatorOperation('createSubscription', {
      tag,
      summary: 'Create a subscription of an organization',
      body: ref(NewSubscription),
      answers: { 201: answer('The subscription.', ref(Subscription)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toSubscription(await addSubscription(db, call, body))),
  )
  app.get<Id>(
    `${PATH}/:subscription_id`,
    operatorOperation('getSubscription', {
      tag,
      summary: 'A subscription',
      answers: { 200: answer('The subscription.', ref(Subscription)) },
    }),
    async ({ params }) => {
      const id = params.subscription_id.toLowerCase()
      const row = await store.findSubscription(db, id)
      if (!row) throw subscriptionNotFound(id)
      return toSubscription(row)
    },
  )
}

function roleRoutes(app: FastifyInstance, db: Db): void {
  app.get<Id>(
    `${PATH}/:subscription_id/roles`,
    operatorOperation('listSubscriptionRoles', {
      tag,
      summary: 'Who has which role on a subscription',
      answers: { 200: answer('The roles.', ref(SubscriptionMemberList)) },
    }),
    async ({ params }) => {
      const rows = await store.listMembers(db, params.subscription_id.toLowerCase())
      return { value: rows.map(({ principal_id, role }) => ({ principal_id, role })) }
    },
  )
  app.put<Member & { Body: SubscriptionRole }>(
    `${PATH}/:subscription_id/roles/:principal_id`,
    operatorOperation('setSubscriptionRole', {
      tag,
      summary: 'Give an account or a service account a role on a subscription',
      body: ref(SubscriptionRole),
      answers: DONE,
    }),
    async ({ call, params: { subscription_id, principal_id }, body }, reply) => {
      if (!isUuid(principal_id)) throw principalNotFound(principal_id)
      await setRole(db, call, subscription_id.toLowerCase(), principal_id, body)
      return reply.code(204).send()
    },
  )
  app.delete<Member>(
    `${PATH}/:subscription_id/roles/:principal_id`,
    operatorOperation('removeSubscriptionRole', {
      tag,
      summary: 'Take a role on a subscription away',
      answers: DONE,
    }),
    async ({ call, params: { subscription_id, principal_id } }, reply) => {
      if (!isUuid(principal_id)) throw principalNotFound(principal_id)
      await removeRole(db, call, subscription_id.toLowerCase(), principal_id)
      return reply.code(204).send()
    },
  )
}

const toSubscription = (row: store.SubscriptionRow): Subscription => ({
  id: row.id,
  organization_id: row.organization_id,
  display_name: row.display_name,
  created_at: row.created_at.toISOString(),
})

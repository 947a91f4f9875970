import { Type } from 'typebox'
import type { Db } from '../../platform/db/connect.ts'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../platform/paging/page.ts'
import { isUuid } from '../../platform/uuid.ts'
import { operatorOperation } from '../operators/operation.ts'
import { RequestKeyHeaders } from '../repeats/wire.ts'
import { accessRoutes } from './access/routes.ts'
import {
  addSubscription,
  removeRole,
  renameSubscription,
  retireSubscription,
  setRole,
} from './actions.ts'
import { principalNotFound, subscriptionNotFound } from './errors.ts'
import * as store from './store.ts'
import {
  NewSubscription,
  Subscription,
  SubscriptionChange,
  SubscriptionList,
  type SubscriptionMember,
  SubscriptionMemberList,
  SubscriptionRole,
} from './wire.ts'

const PATH = '/operator/v1/subscriptions'
const tag = 'subscriptions'

const Search = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Text to find in the id or display name.' }),
  ),
  ...PageQuery,
})
const Id = pathParams('subscription_id')
const OfMember = pathParams('subscription_id', 'principal_id')

export function subscriptionRoutes(app: Routes, db: Db, openPage: OpenPage): void {
  subscriptionItselfRoutes(app, db, openPage)
  changeRoutes(app, db)
  roleRoutes(app, db, openPage)
  accessRoutes(app, db, openPage)
}

function subscriptionItselfRoutes(app: Routes, db: Db, openPage: OpenPage): void {
  app.get(
    PATH,
    operatorOperation('listSubscriptions', {
      tag,
      summary: 'List all subscriptions',
      querystring: Search,
      answers: { 200: answer('A page of subscriptions.', ref(SubscriptionList)) },
    }),
    async ({ query: { search, $skiptoken: cursor }, url }) => {
      const page = openPage<{ id: string }>({ url, cursor, scope: ['subscriptions', search] })
      const after = page.after?.id
      const rows = await store.listSubscriptions(db, { after, search, limit: PAGE_SIZE + 1 })
      return page.answer(rows, toSubscription, ({ id }) => ({ id }))
    },
  )
  app.post(
    PATH,
    operatorOperation('createSubscription', {
      tag,
      summary: 'Create a subscription for an organization',
      headers: RequestKeyHeaders,
      body: ref(NewSubscription),
      answers: { 201: answer('The subscription.', ref(Subscription)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toSubscription(await addSubscription(db, call, body))),
  )
  app.get(
    `${PATH}/:subscription_id`,
    operatorOperation('getSubscription', {
      tag,
      summary: 'Get a subscription',
      params: Id,
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

function changeRoutes(app: Routes, db: Db): void {
  app.patch(
    `${PATH}/:subscription_id`,
    operatorOperation('updateSubscription', {
      tag,
      summary: 'Rename a subscription',
      params: Id,
      body: ref(SubscriptionChange),
      answers: { 200: answer('The subscription.', ref(Subscription)) },
    }),
    async ({ call, params, body }) =>
      toSubscription(
        await renameSubscription(db, call, params.subscription_id.toLowerCase(), body),
      ),
  )
  app.post(
    `${PATH}/:subscription_id/retire`,
    operatorOperation('retireSubscription', {
      tag,
      summary: 'Retire a subscription: remove its roles, footprint and notifications',
      description:
        'Nobody can read or change anything in the subscription afterwards, and nobody can be granted a role on it. Its id stays in use, and its quota and the audit trail are kept. This cannot be undone. If the subscription is already retired, nothing changes.',
      params: Id,
      answers: { 200: answer('The subscription.', ref(Subscription)) },
    }),
    async ({ call, params }) =>
      toSubscription(await retireSubscription(db, call, params.subscription_id.toLowerCase())),
  )
}

function roleRoutes(app: Routes, db: Db, openPage: OpenPage): void {
  app.get(
    `${PATH}/:subscription_id/roles`,
    operatorOperation('listSubscriptionRoles', {
      tag,
      summary: 'List the roles on a subscription',
      params: Id,
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of roles.', ref(SubscriptionMemberList)) },
    }),
    async ({ params, query: { $skiptoken: cursor }, url }) => {
      const id = params.subscription_id.toLowerCase()
      if (!(await store.findSubscription(db, id))) throw subscriptionNotFound(id)
      const page = openPage<{ id: string }>({ url, cursor, scope: ['roles', id] })
      const asked = { after: page.after?.id, limit: PAGE_SIZE + 1 }
      const rows = await store.listMembers(db, id, asked)
      return page.answer(rows, toMember, ({ principal_id }) => ({ id: principal_id }))
    },
  )
  app.put(
    `${PATH}/:subscription_id/roles/:principal_id`,
    operatorOperation('setSubscriptionRole', {
      tag,
      summary:
        'Grant an account, a service account, an organization or a group a role on a subscription',
      params: OfMember,
      body: ref(SubscriptionRole),
      answers: NO_CONTENT,
    }),
    async ({ call, params: { subscription_id, principal_id }, body }, reply) => {
      if (!isUuid(principal_id)) throw principalNotFound(principal_id)
      await setRole(db, call, subscription_id.toLowerCase(), principal_id.toLowerCase(), body)
      return reply.code(204).send()
    },
  )
  app.delete(
    `${PATH}/:subscription_id/roles/:principal_id`,
    operatorOperation('removeSubscriptionRole', {
      tag,
      summary: 'Remove a role on a subscription',
      params: OfMember,
      answers: NO_CONTENT,
    }),
    async ({ call, params: { subscription_id, principal_id } }, reply) => {
      if (!isUuid(principal_id)) throw principalNotFound(principal_id)
      await removeRole(db, call, subscription_id.toLowerCase(), principal_id.toLowerCase())
      return reply.code(204).send()
    },
  )
}

const toSubscription = (row: store.SubscriptionRow): Subscription => ({
  id: row.id,
  organization_id: row.organization_id,
  organization_name: row.organization_name,
  display_name: row.display_name,
  created_at: row.created_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
})

function toMember({ created_at, ...row }: store.MemberRow): SubscriptionMember {
  const { principal_id, kind, name, role, members } = row
  const own = { principal_id, kind, name, role, granted_at: created_at.toISOString() }
  if (kind === 'organization')
    return { ...own, members, includes_collaborators: row.includes_collaborators }
  return kind === 'group' ? { ...own, members } : own
}

import { principalOf } from '../../directory/caller.ts'
import type { Db } from '../../platform/db/connect.ts'
import { operationsFor } from '../../platform/http/operation.ts'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, ref } from '../../platform/http/schema.ts'
import { once } from '../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../platform/paging/page.ts'
import * as store from './store.ts'
import { OwnListQuery, type OwnSubscription, OwnSubscriptionList, TenantList } from './wire.ts'

export const rights = { 'list own subscriptions': 'any signed-in account' } as const

type Deps = Readonly<{ db: Db; openPage: OpenPage }>
type Position = Readonly<{ id: string }>

const operation = operationsFor({
  right: 'list own subscriptions',
  roles: 'any signed-in account',
} as const)
const tag = 'subscriptions'

/** What tools ask before anything else: where the caller can work. */
export function ownSubscriptionRoutes(app: Routes, { db, openPage }: Deps): void {
  const subscriptions = { 200: answer('The subscriptions.', ref(OwnSubscriptionList)) }
  app.get(
    '/subscriptions',
    operation('listOwnSubscriptions', {
      tag,
      summary: 'List the subscriptions on which you have a role',
      querystring: OwnListQuery,
      answers: subscriptions,
    }),
    async ({ call, query, url }) => {
      const principalId = principalOf(call.caller)
      const cursor = once(query).$skipToken
      const page = openPage<Position>({ url, cursor, scope: ['subscriptions', principalId] })
      const after = page.after?.id ?? ''
      const asked = { principalId, after, limit: PAGE_SIZE + 1 }
      return page.answer(await store.listOwnSubscriptions(db, asked), toWire, ({ id }) => ({ id }))
    },
  )
  const tenants = { 200: answer('The tenants.', ref(TenantList)) }
  app.get(
    '/tenants',
    operation('listTenants', {
      tag,
      summary: 'List the organizations of these subscriptions',
      querystring: OwnListQuery,
      answers: tenants,
    }),
    async ({ call, query, url }) => {
      const principalId = principalOf(call.caller)
      const cursor = once(query).$skipToken
      const page = openPage<Position>({ url, cursor, scope: ['tenants', principalId] })
      const after = page.after?.id ?? ''
      const rows = await store.listOwnTenants(db, { principalId, after, limit: PAGE_SIZE + 1 })
      return page.answer(
        rows,
        ({ id, displayName }) => ({
          id: `/tenants/${id}`,
          tenantId: id,
          displayName,
          tenantCategory: 'Home',
        }),
        ({ id }) => ({ id }),
      )
    },
  )
}

const toWire = (row: {
  id: string
  displayName: string
  organizationId: string
}): OwnSubscription => ({
  id: `/subscriptions/${row.id}`,
  subscriptionId: row.id,
  displayName: row.displayName,
  state: 'Enabled',
  tenantId: row.organizationId,
  homeTenantId: row.organizationId,
  managedByTenants: [],
  authorizationSource: 'RoleBased',
  subscriptionPolicies: {
    locationPlacementId: 'Public_2014-09-01',
    quotaId: 'EnterpriseAgreement_2014-09-01',
    spendingLimit: 'Off',
  },
})

import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../platform/paging/page.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { accountNotFound } from '../../accounts/errors.ts'
import { hasAccount } from '../../accounts/store.ts'
import { operatorOperation } from '../../operators/operation.ts'
import { subscriptionNotFound } from '../errors.ts'
import { findSubscription } from '../store.ts'
import * as store from './store.ts'
import { type AccessPath, AccountSubscriptionList, SubscriptionAccessList } from './wire.ts'

/** Who has access, where, and through what. */
export function accessRoutes(app: Routes, db: Db, openPage: OpenPage): void {
  app.get(
    '/operator/v1/subscriptions/:subscription_id/access',
    operatorOperation('listSubscriptionAccess', {
      tag: 'subscriptions',
      summary: 'List who has access to a subscription, and through what',
      params: pathParams('subscription_id'),
      querystring: Type.Object({
        search: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'Text to find in the name, display name or e-mail address.',
          }),
        ),
        ...PageQuery,
      }),
      answers: { 200: answer('A page of accounts and clients.', ref(SubscriptionAccessList)) },
    }),
    async ({ params, query: { search, $skiptoken: cursor }, url }) => {
      const id = params.subscription_id.toLowerCase()
      if (!(await findSubscription(db, id))) throw subscriptionNotFound(id)
      const page = openPage<{ id: string }>({ url, cursor, scope: ['access', id, search] })
      const asked = { search, after: page.after?.id, limit: PAGE_SIZE + 1 }
      return page.answer(
        await store.listAccess(db, id, asked),
        ({ principal_id, kind, name, display_name, email, role, through }) => ({
          principal_id,
          kind,
          name,
          display_name,
          ...(email !== null && { email }),
          role,
          through: through.map(toPath),
        }),
        ({ principal_id }) => ({ id: principal_id }),
      )
    },
  )
  app.get(
    '/operator/v1/accounts/:account_id/subscriptions',
    operatorOperation('listAccountSubscriptions', {
      tag: 'accounts',
      summary: 'List the subscriptions that an account has access to, and through what',
      params: pathParams('account_id'),
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of subscriptions.', ref(AccountSubscriptionList)) },
    }),
    async ({ params: { account_id: id }, query: { $skiptoken: cursor }, url }) => {
      if (!isUuid(id) || !(await hasAccount(db, id))) throw accountNotFound(id)
      const scope = ['access of', id.toLowerCase()]
      const page = openPage<{ id: string }>({ url, cursor, scope })
      const asked = { after: page.after?.id, limit: PAGE_SIZE + 1 }
      return page.answer(
        await store.listSubscriptionsOf(db, id, asked),
        ({ through, ...row }) => ({ ...row, through: through.map(toPath) }),
        ({ subscription_id }) => ({ id: subscription_id }),
      )
    },
  )
}

const toPath = ({ ends_at, ...path }: store.AccessPathRow): AccessPath => ({
  ...path,
  ...(ends_at !== null && { ends_at: new Date(ends_at).toISOString() }),
})

import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { once } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import type { NotificationDeps } from '../actions.ts'
import { notificationNotFound } from '../errors.ts'
import { changing, headers, ITEM_PATH, OfNotification, reading, tag } from '../operation.ts'
import { targetOf } from '../routes.ts'
import { mayChange } from '../rules.ts'
import { findNotification } from '../store.ts'
import { toDelivery } from '../views.ts'
import { DeliveryList, DeliveryQuery, Replay, ReplayInput, TestDelivery } from '../wire.ts'
import { replay, sendTest } from './actions.ts'
import * as store from './store.ts'

type Deps = NotificationDeps & Readonly<{ openPage: OpenPage }>
type Position = Readonly<{ number: string }>

export function deliveryRoutes(app: Routes, deps: Deps): void {
  listRoute(app, deps)
  app.post(
    `${ITEM_PATH}/test`,
    changing('testNotification', {
      tag,
      summary: 'Send a message that is marked as a test',
      params: OfNotification,
      headers,
      answers: { 202: answer('The test will be sent.', ref(TestDelivery)) },
    }),
    async (request, reply) => {
      const deliveryId = await sendTest(deps, request.call, targetOf(request))
      return reply.code(202).send({ deliveryId })
    },
  )
  app.post(
    `${ITEM_PATH}/replay`,
    changing('replayDeliveries', {
      tag,
      summary: 'Send one delivery again, or all that were created between two times',
      params: OfNotification,
      headers,
      body: ref(ReplayInput),
      answers: { 202: answer('The messages will be sent again.', ref(Replay)) },
    }),
    async (request, reply) => {
      const count = await replay(deps, request.call, targetOf(request), request.body)
      return reply.code(202).send({ count })
    },
  )
}

function listRoute(app: Routes, { db, openPage }: Deps): void {
  app.get(
    `${ITEM_PATH}/deliveries`,
    reading('listDeliveries', {
      tag,
      summary: 'List the deliveries of the last 30 days with their attempts, latest first',
      params: OfNotification,
      querystring: DeliveryQuery,
      answers: { 200: answer('The deliveries.', ref(DeliveryList)) },
    }),
    async ({ subscription, params: { name }, query, url }) => {
      const row = await findNotification(db, subscription.id, name)
      if (!row) throw notificationNotFound(name)
      const key = { subscriptionId: subscription.id, id: row.id }
      const cursor = once(query).$skipToken
      const page = openPage<Position>({ url, cursor, scope: ['deliveries', row.id] })
      const found = await store.listDeliveries(db, key, {
        before: page.after?.number,
        limit: PAGE_SIZE + 1,
      })
      const isWhole = mayChange(subscription.role)
      return page.answer(
        found,
        (delivery) => toDelivery(delivery, isWhole),
        ({ number }) => ({ number }),
      )
    },
  )
}

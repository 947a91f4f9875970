import type { Db } from '../../platform/db/connect.ts'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../platform/http/schema.ts'
import {
  addSecret,
  changeNotification,
  deleteNotification,
  deletePreviousSecret,
  type NotificationDeps,
  saveNotification,
} from './actions.ts'
import { notificationNotFound } from './errors.ts'
import {
  changing,
  headers,
  ITEM_PATH,
  LIST_PATH,
  OfNotification,
  OfSubscription,
  reading,
  tag,
} from './operation.ts'
import { askAgain } from './receivers/actions.ts'
import { mayChange } from './rules.ts'
import * as store from './store.ts'
import { toNotification, toShown } from './views.ts'
import {
  Notification,
  NotificationChange,
  NotificationInput,
  NotificationList,
  NotificationSecret,
  SavedNotification,
} from './wire.ts'

export function notificationRoutes(app: Routes, deps: NotificationDeps): void {
  readRoutes(app, deps.db)
  changeRoutes(app, deps)
  receiverRoute(app, deps)
  secretRoutes(app, deps)
}

const ONE = { 200: answer('The notification.', ref(Notification)) }

function readRoutes(app: Routes, db: Db): void {
  app.get(
    LIST_PATH,
    reading('listNotifications', {
      tag,
      summary: 'List the notifications of a subscription',
      params: OfSubscription,
      answers: { 200: answer('The notifications, by name.', ref(NotificationList)) },
    }),
    async ({ subscription: { id, role } }) => ({
      value: (await store.listNotifications(db, id)).map(toShown),
      canChange: mayChange(role),
    }),
  )
  app.get(
    ITEM_PATH,
    reading('getNotification', {
      tag,
      summary: 'Get a notification and its state',
      params: OfNotification,
      answers: ONE,
    }),
    async ({ subscription, params: { name } }) => {
      const row = await store.findNotification(db, subscription.id, name)
      if (!row) throw notificationNotFound(name)
      return toShown(row)
    },
  )
}

type Named = Readonly<{
  subscription: Readonly<{ id: string }>
  params: Readonly<{ name: string }>
}>
export const targetOf = ({ subscription, params: { name } }: Named) => ({
  subscriptionId: subscription.id,
  name,
})

function changeRoutes(app: Routes, deps: NotificationDeps): void {
  app.put(
    ITEM_PATH,
    changing('setNotification', {
      tag,
      summary: 'Create a notification, or replace it',
      params: OfNotification,
      headers,
      body: ref(NotificationInput),
      answers: { 200: answer('The notification.', ref(SavedNotification)) },
    }),
    async (request) => {
      const { row, secret } = await saveNotification(
        deps,
        request.call,
        targetOf(request),
        request.body,
      )
      return { ...toNotification(row), ...(secret !== undefined && { secret }) }
    },
  )
  app.patch(
    ITEM_PATH,
    changing('updateNotification', {
      tag,
      summary: 'Change what a notification sends, or turn it on or off',
      params: OfNotification,
      headers,
      body: ref(NotificationChange),
      answers: ONE,
    }),
    async (request) =>
      toNotification(await changeNotification(deps, request.call, targetOf(request), request.body)),
  )
  app.delete(
    ITEM_PATH,
    changing('deleteNotification', {
      tag,
      summary: 'Delete a notification and its deliveries',
      params: OfNotification,
      headers,
      answers: NO_CONTENT,
    }),
    async (request, reply) => {
      await deleteNotification(deps.db, request.call, targetOf(request))
      return reply.code(204).send()
    },
  )
}

function receiverRoute(app: Routes, deps: NotificationDeps): void {
  app.post(
    `${ITEM_PATH}/confirmation`,
    changing('askReceiver', {
      tag,
      summary: 'Send another confirmation e-mail to the receiver',
      params: OfNotification,
      headers,
      answers: { 202: answer('The e-mail will be sent.', ref(Notification)) },
    }),
    async (request, reply) => {
      const row = await askAgain(deps, request.call, targetOf(request))
      return reply.code(202).send(toNotification(row))
    },
  )
}

function secretRoutes(app: Routes, deps: NotificationDeps): void {
  app.post(
    `${ITEM_PATH}/secrets`,
    changing('addNotificationSecret', {
      tag,
      summary: 'Create a second secret, which also signs messages',
      params: OfNotification,
      headers,
      answers: { 200: answer('The new secret.', ref(NotificationSecret)) },
    }),
    async (request) => ({ secret: await addSecret(deps, request.call, targetOf(request)) }),
  )
  app.delete(
    `${ITEM_PATH}/secrets/previous`,
    changing('deletePreviousNotificationSecret', {
      tag,
      summary: 'Delete the previous secret',
      params: OfNotification,
      headers,
      answers: NO_CONTENT,
    }),
    async (request, reply) => {
      await deletePreviousSecret(deps.db, request.call, targetOf(request))
      return reply.code(204).send()
    },
  )
}

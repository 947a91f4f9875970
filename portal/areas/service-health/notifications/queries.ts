import { queryOptions } from '@tanstack/react-query'
import { dataOf, notificationClient } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/notifications.ts'
import { listUpTo } from '../../../../client/pages.ts'
import { askAgain, askEvery } from '../../../ask-again.ts'
import { managementBearer } from '../../../session.ts'
import { settings } from '../../../settings.ts'

type Schemas = components['schemas']
export type Notification = Schemas['Notification']
export type NotificationInput = Schemas['NotificationInput']
export type NotificationChange = Schemas['NotificationChange']
export type Delivery = Schemas['Delivery']
export type Attempt = Delivery['attempts'][number]
export type Kind = Notification['kind']
export type Notice = Notification['notices'][number]

const client = notificationClient(settings.managementUrl, managementBearer)

const LIST = '/notifications/v1/subscriptions/{subscriptionId}/notifications'
const ITEM = `${LIST}/{name}` as const

/** A test or a replay has just been sent. */
const askClosely = askEvery(1500)
export const intervalOf = (isFollowed: boolean) => (isFollowed ? askClosely : askAgain)

/** Each has up to 20 attempts; what is older can be sent again by its time. */
export const MAX_DELIVERIES = 200

export const notificationKeys = {
  all: (subscription: string) => ['notifications', subscription] as const,
  one: (subscription: string, name: string) =>
    ['notifications', subscription, 'one', name] as const,
}

export const notificationsQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: [...notificationKeys.all(subscriptionId), 'list'],
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      dataOf(client.GET(LIST, { params: { path: { subscriptionId } }, signal })),
  })

export type Target = Readonly<{ subscriptionId: string; name: string }>

export const notificationQuery = ({ subscriptionId, name }: Target) =>
  queryOptions({
    queryKey: [...notificationKeys.one(subscriptionId, name), 'state'],
    queryFn: ({ signal }) =>
      dataOf(client.GET(ITEM, { params: { path: { subscriptionId, name } }, signal })),
  })

export const deliveriesQuery = ({ subscriptionId, name }: Target) =>
  queryOptions({
    queryKey: [...notificationKeys.one(subscriptionId, name), 'deliveries'],
    queryFn: ({ signal }) =>
      listUpTo<Delivery>(MAX_DELIVERIES, (cursor) => {
        const query = cursor === undefined ? {} : { $skipToken: cursor }
        const params = { path: { subscriptionId, name }, query }
        return dataOf(client.GET(`${ITEM}/deliveries`, { params, signal }))
      }),
  })

const at = (path: Target) => ({ params: { path } })

/** Creates it, or replaces it and keeps its secret. */
export const saveNotification = (target: Target, body: NotificationInput) =>
  dataOf(client.PUT(ITEM, { ...at(target), body }))

export const changeNotification = (target: Target, body: NotificationChange) =>
  dataOf(client.PATCH(ITEM, { ...at(target), body }))

export const deleteNotification = (target: Target) => client.DELETE(ITEM, at(target))

export const addSecret = async (target: Target): Promise<string> =>
  (await dataOf(client.POST(`${ITEM}/secrets`, at(target)))).secret

export const deletePreviousSecret = (target: Target) =>
  client.DELETE(`${ITEM}/secrets/previous`, at(target))

/** Another e-mail to a receiver who has not confirmed, or has stopped. */
export const askReceiver = (target: Target) =>
  dataOf(client.POST(`${ITEM}/confirmation`, at(target)))

/** Answers the id of the delivery. `key`: a test that is sent again after no answer arrived is one. */
export const sendTest = async (target: Target, key: string): Promise<string> => {
  const params = { path: target, header: { 'idempotency-key': key } }
  return (await dataOf(client.POST(`${ITEM}/test`, { params }))).deliveryId
}

/** Answers how many are sent again. */
export const replay = async (target: Target, body: Schemas['ReplayInput']): Promise<number> =>
  (await dataOf(client.POST(`${ITEM}/replay`, { ...at(target), body }))).count

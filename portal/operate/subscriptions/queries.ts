import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf, EMPTY_BODY } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import { askAgain } from '../../ask-again.ts'
import { operator } from '../client.ts'

type Schemas = components['schemas']
export type Subscription = Schemas['Subscription']
export type NewSubscription = Schemas['NewSubscription']
export type GivenRole = Schemas['SubscriptionMember']
export type Role = Schemas['SubscriptionRole']
export type Access = Schemas['SubscriptionAccess']
export type AccessOfPerson = Schemas['AccountSubscription']
export type ServiceRegion = Schemas['FootprintPlace']

/** A person looks through no more; the filter asks the server for others. */
export const MAX_LISTED = 1000

const SUBSCRIPTIONS = '/operator/v1/subscriptions'
const ONE = `${SUBSCRIPTIONS}/{subscription_id}` as const
const ROLE = `${ONE}/roles/{principal_id}` as const

/** Of everything that the cache has from this API about subscriptions. */
export const operatorSubscriptions = { queryKey: ['operator subscriptions'] } as const
const keyOf = (...parts: readonly string[]) => [...operatorSubscriptions.queryKey, ...parts]

const pathOf = (id: string) => ({ path: { subscription_id: id } })
const roleOf = (id: string, principalId: string) => ({
  path: { subscription_id: id, principal_id: principalId },
})

const MAX_SEARCHED = 200

/** What is typed finds what the server finds by it; until that has arrived, the list stays. */
const searchOf = (text: string) => (text === '' ? {} : { search: text.slice(0, MAX_SEARCHED) })

export const subscriptionsQuery = (search: string) =>
  queryOptions({
    queryKey: keyOf('list', search),
    placeholderData: keepPreviousData,
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listRows((page) => {
        const query = { ...searchOf(search), ...page }
        return operator.GET(SUBSCRIPTIONS, { params: { query }, signal })
      }, MAX_LISTED),
  })

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('one', id),
    refetchInterval: askAgain,
    queryFn: ({ signal }) => dataOf(operator.GET(ONE, { params: pathOf(id), signal })),
  })

export const rolesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('roles', id),
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listRows(
        (query) => operator.GET(`${ONE}/roles`, { params: { ...pathOf(id), query }, signal }),
        MAX_LISTED,
      ),
  })

export const accessQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: keyOf('access', id, search),
    placeholderData: keepPreviousData,
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listRows((page) => {
        const query = { ...searchOf(search), ...page }
        return operator.GET(`${ONE}/access`, { params: { ...pathOf(id), query }, signal })
      }, MAX_LISTED),
  })

const PERSON = '/operator/v1/accounts/{account_id}'

export const personQuery = (account: string) =>
  queryOptions({
    queryKey: keyOf('person', account),
    queryFn: ({ signal }) =>
      dataOf(operator.GET(PERSON, { params: { path: { account_id: account } }, signal })),
  })

export const accessOfPersonQuery = (account: string) =>
  queryOptions({
    queryKey: keyOf('access of', account),
    refetchInterval: askAgain,
    queryFn: ({ signal }) =>
      listRows((query) => {
        const params = { path: { account_id: account }, query }
        return operator.GET(`${PERSON}/subscriptions`, { params, signal })
      }, MAX_LISTED),
  })

export const footprintQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('footprint', id),
    // The form begins with what is there now, and then keeps what somebody types.
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await dataOf(operator.GET(`${ONE}/footprint`, { params: pathOf(id), signal }))).value,
  })

/** Sent again with the same key, it is created once. */
export const createSubscription = (body: NewSubscription, key: string): Promise<Subscription> =>
  dataOf(operator.POST(SUBSCRIPTIONS, { body, params: { header: { 'idempotency-key': key } } }))

export const renameSubscription = (id: string, displayName: string): Promise<Subscription> =>
  dataOf(operator.PATCH(ONE, { params: pathOf(id), body: { display_name: displayName } }))

export const retireSubscription = (id: string): Promise<Subscription> =>
  dataOf(operator.POST(`${ONE}/retire`, { params: pathOf(id), body: EMPTY_BODY }))

export const giveRole = (id: string, principalId: string, role: Role) =>
  operator.PUT(ROLE, { params: roleOf(id, principalId), body: role })

export const removeRole = (id: string, principalId: string) =>
  operator.DELETE(ROLE, { params: roleOf(id, principalId) })

export const changeFootprint = (id: string, change: Schemas['FootprintChange']) =>
  operator.PATCH(`${ONE}/footprint`, { params: pathOf(id), body: change })

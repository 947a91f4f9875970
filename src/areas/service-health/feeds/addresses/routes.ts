import { principalOf } from '../../../../directory/caller.ts'
import { TokenKeyHeaders } from '../../../../directory/repeats/wire.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { operationsFor } from '../../../../platform/http/operation.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { createFeed, revokeFeed } from '../actions.ts'
import { creatorInReach, RIGHT, rights, toUrls } from '../rules.ts'
import * as store from '../store.ts'
import { CreatedFeed, type Feed, FeedList, NewFeed } from '../wire.ts'

type Deps = Readonly<{ db: Db; managementUrl: string }>

const PATH = '/feeds/v1/subscriptions/:subscriptionId/feeds'
const tag = 'feeds'
const operation = operationsFor({ right: RIGHT, roles: rights[RIGHT] })

/** The addresses of a subscription, for people and programs that are signed in. */
export function addressRoutes(app: Routes, { db, managementUrl }: Deps): void {
  app.get(
    PATH,
    operation('listFeeds', {
      tag,
      summary: 'List your feed addresses for a subscription, or all of them as an owner',
      params: pathParams('subscriptionId'),
      answers: { 200: answer('The feeds, without their addresses.', ref(FeedList)) },
    }),
    async ({ call, subscription: { id: subscriptionId, role } }) => {
      const createdBy = creatorInReach(role, principalOf(call.caller))
      const rows = await store.listFeeds(db, { subscriptionId, createdBy })
      return { value: rows.map(toFeed) }
    },
  )
  app.post(
    PATH,
    operation('createFeed', {
      tag,
      summary: 'Create a feed address for a subscription',
      params: pathParams('subscriptionId'),
      headers: TokenKeyHeaders,
      body: ref(NewFeed),
      answers: { 201: answer('The feed, with its addresses.', ref(CreatedFeed)) },
    }),
    async ({ call, subscription, body }, reply) => {
      const { secret, row } = await createFeed(db, call, subscription, body.description)
      reply.header('cache-control', 'no-store')
      return reply.code(201).send({ ...toFeed(row), ...toUrls(managementUrl, secret) })
    },
  )
  app.delete(
    `${PATH}/:feedId`,
    operation('revokeFeed', {
      tag,
      summary: 'Revoke a feed address that you created, or any of them as an owner',
      params: pathParams('subscriptionId', 'feedId'),
      answers: NO_CONTENT,
    }),
    async ({ call, subscription, params: { feedId } }, reply) => {
      await revokeFeed(db, call, subscription, feedId)
      return reply.code(204).send()
    },
  )
}

const toFeed = (row: store.FeedRow): Feed => ({
  id: row.id,
  description: row.description,
  createdBy: row.creator,
  createdAt: row.created_at.toISOString(),
})

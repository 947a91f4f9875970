import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { Feed } from '../../../platform/db/tables.ts'
import { type EventRow, type Page, pageOf } from '../events/store.ts'

export type FeedRow = Readonly<{
  id: string
  description: string
  created_at: Date
  creator: string
}>

/** Whose feeds: of everybody, if no creator is named. */
type Scope = Readonly<{ subscriptionId: string; createdBy: string | undefined }>

export async function insertFeed(trx: Trx, feed: Insertable<Feed>): Promise<void> {
  await trx.insertInto('feed').values(feed).execute()
}

const selectFeeds = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('feed')
    .leftJoin('account', 'account.id', 'feed.created_by')
    .leftJoin('oauth_client as client', 'client.principal_id', 'feed.created_by')
    .select(['feed.id', 'feed.description', 'feed.created_at'])
    .select(sql<string>`coalesce(account.name, client.id, feed.created_by::text)`.as('creator'))
    .where('feed.subscription_id', '=', subscriptionId)

export const getFeed = (db: Db, subscriptionId: string, id: string): Promise<FeedRow> =>
  selectFeeds(db, subscriptionId).where('feed.id', '=', id).executeTakeFirstOrThrow()

export function listFeeds(db: Db, { subscriptionId, createdBy }: Scope): Promise<FeedRow[]> {
  return selectFeeds(db, subscriptionId)
    .where((row) => ifGiven(createdBy, (given) => row('feed.created_by', '=', given)))
    .orderBy('feed.created_at')
    .orderBy('feed.id')
    .execute()
}

/** How many there are, and how many of them somebody has created. */
export async function countFeeds(
  trx: Trx,
  subscriptionId: string,
  createdBy: string,
): Promise<{ all: number; own: number }> {
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::integer as all,
           (count(*) filter (where created_by = ${createdBy}))::integer as own
      from feed
     where subscription_id = ${subscriptionId}`.execute(trx)
  return rows[0] ?? { all: 0, own: 0 }
}

/** What was deleted, if it was there. */
export function deleteFeed(
  trx: Trx,
  { subscriptionId, createdBy }: Scope,
  id: string,
): Promise<{ description: string; created_by: string } | undefined> {
  return trx
    .deleteFrom('feed')
    .where('subscription_id', '=', subscriptionId)
    .where('id', '=', id)
    .where((row) => ifGiven(createdBy, (given) => row('created_by', '=', given)))
    .returning(['description', 'created_by'])
    .executeTakeFirst()
}

export type OpenFeed = Readonly<{
  id: string
  subscriptionId: string
  subscriptionName: string
  createdAt: Date
}>

/** The feed of an address, if its creator is enabled and has a role on the subscription at this moment. */
export async function findFeed(db: Db, hash: Buffer): Promise<OpenFeed | undefined> {
  const { rows } = await sql<OpenFeed>`
    select feed.id, feed.subscription_id as "subscriptionId",
           subscription.display_name as "subscriptionName", feed.created_at as "createdAt"
      from feed
      join subscription on subscription.id = feed.subscription_id
      join subscription_member as member
        on member.subscription_id = feed.subscription_id and member.principal_id = feed.created_by
      left join account on account.id = feed.created_by
      left join oauth_client as client on client.principal_id = feed.created_by
     where feed.hash = ${hash}
       and (account.id is not null and account.disabled_at is null
            or client.id is not null and client.disabled_at is null)`.execute(db)
  return rows[0]
}

export type FeedEventRow = EventRow & Readonly<{ revisions: number }>

/** A page of events, each with the number of its revisions at the same moment. */
export async function listFeedEvents(db: Db, page: Page): Promise<FeedEventRow[]> {
  const { rows } = await sql<FeedEventRow>`
    select event.tracking_id, event.audience, event.record, event.last_update_time,
           (select max(number) from event_revision as revision
             where revision.tracking_id = event.tracking_id) as revisions
      from (${pageOf(page)}) as page
      join event on event.tracking_id = page.tracking_id
     order by page.last_update_time desc, page.tracking_id`.execute(db)
  return rows
}

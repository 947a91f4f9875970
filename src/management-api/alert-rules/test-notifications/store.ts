import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Outcome, TestKey } from './rules.ts'

type NewTest = TestKey & Readonly<{ sealedReceivers: Buffer; createdAt: Date }>

export async function insertTest(
  trx: Trx,
  { subscriptionId, id, sealedReceivers, createdAt }: NewTest,
): Promise<void> {
  await trx
    .insertInto('alert_test')
    .values({
      ...{ subscription_id: subscriptionId, id },
      ...{ sealed_receivers: sealedReceivers, created_at: createdAt },
    })
    .execute()
}

/** Those since a moment: others are there until they are swept. */
export async function countTests(trx: Trx, subscriptionId: string, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('alert_test')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('subscription_id', '=', subscriptionId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export type TestRow = Readonly<{
  id: string
  sealedReceivers: Buffer | null
  outcomes: readonly Outcome[] | null
  createdAt: Date
  completedAt: Date | null
}>

export async function findTest(
  db: Db,
  { subscriptionId, id }: TestKey,
): Promise<TestRow | undefined> {
  const { rows } = await sql<TestRow>`
    select id, sealed_receivers as "sealedReceivers", outcomes, created_at as "createdAt",
           completed_at as "completedAt"
      from alert_test
     where subscription_id = ${subscriptionId} and id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** The first end counts. */
export async function completeTest(
  db: Db,
  { subscriptionId, id }: TestKey,
  outcomes: readonly Outcome[],
  at: Date,
): Promise<void> {
  await sql`
    update alert_test
       set sealed_receivers = null, outcomes = ${JSON.stringify(outcomes)}::jsonb, completed_at = ${at}
     where subscription_id = ${subscriptionId} and id = ${id}::uuid and completed_at is null`.execute(
    db,
  )
}

/** So many at most; answers how many. */
export async function deleteOldTests(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alert_test where (subscription_id, id) in (
      select subscription_id, id from alert_test where created_at < ${before}
       order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect.ts'
import { databaseTime, databaseTimeIn } from '../db/database-time.ts'
import type { RealTime } from '../time.ts'
import type { MailEnd } from './outcomes.ts'

/** False if the sender or recipient already has as many. Whoever counts at the same time waits. */
export async function raiseCount(
  trx: Db,
  key: Buffer,
  startsAt: RealTime,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_count (key, starts_at, mails) values (${key}, ${startsAt}, 1)
    on conflict (key, starts_at) do update set mails = mail_count.mails + 1
      where mail_count.mails < ${most}
    returning mails`.execute(trx)
  return rows.length > 0
}

/** False if the same event has caused one already. */
export async function insertMail(
  trx: Trx,
  event: string,
  sealedMessage: Buffer,
  createdAt: RealTime,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail')
    .values({ event, sealed_message: sealedMessage, created_at: createdAt })
    .onConflict((conflict) => conflict.column('event').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findMail = (db: Db, event: string) =>
  db
    .selectFrom('mail')
    .select(['claimed_until', 'ended_at'])
    .where('event', '=', event)
    .executeTakeFirst()

/** For one worker for so long; undefined if it was sent or dropped, or another one has it. */
export const claimMail = (db: Db, event: string, leaseMs: number) =>
  db
    .updateTable('mail')
    .set({ claimed_until: databaseTimeIn(leaseMs) })
    .where('event', '=', event)
    .where('ended_at', 'is', null)
    .where((row) =>
      row.or([row('claimed_until', 'is', null), row('claimed_until', '<', databaseTime)]),
    )
    .returning(['sealed_message', 'created_at'])
    .executeTakeFirst()

export async function releaseMail(db: Db, event: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ claimed_until: null })
    .where('event', '=', event)
    .where('ended_at', 'is', null)
    .execute()
}

/** False if it had ended. What it said is gone from now on. */
export async function endMail(
  db: Db,
  event: string,
  outcome: MailEnd,
  at: RealTime,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ outcome, ended_at: at, sealed_message: null, claimed_until: null })
    .where('event', '=', event)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Sent or not; so many at most, and answers how many. The last that was sent stays: it shows that mail works. */
export async function deleteOldMails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail where ctid = any(array(
      select ctid from mail
       where created_at < ${before}
         and event is distinct from (select event from mail where outcome = 'sent'
                                      order by created_at desc limit 1)
       limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function deleteOldCounts(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_count where ctid = any(array(
      select ctid from mail_count where starts_at < ${before} limit ${limit} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

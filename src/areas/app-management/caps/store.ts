import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import type { ProductTime } from '../../../platform/time.ts'
import { selectAppsOfAccount } from '../apps/store.ts'

/** Counts no further than one beyond the cap, so that the cost of a check has a bound. */
async function isMoreThan(trx: Trx, cap: number, rows: RawBuilder<unknown>): Promise<boolean> {
  const { rows: counted } = await sql<{ found: number }>`
    select count(*)::integer as found from (${rows} limit ${cap + 1}) as found`.execute(trx)
  return (counted[0]?.found ?? 0) > cap
}

export const hasMoreApps = (trx: Trx, ownerId: string, cap: number) =>
  isMoreThan(trx, cap, sql`select from app where owner_id = ${ownerId}`)

export const reachesMoreApps = (trx: Trx, accountId: string, cap: number) =>
  isMoreThan(trx, cap, sql`select from (${selectAppsOfAccount(accountId, cap + 1)}) as reached`)

export const hasMoreAppMembers = (trx: Trx, ownerId: string, appId: string, cap: number) =>
  isMoreThan(
    trx,
    cap,
    sql`select from app_member where owner_id = ${ownerId} and app_id = ${appId}`,
  )

export const hasMoreOrganizationMembers = (trx: Trx, organizationId: string, cap: number) =>
  isMoreThan(
    trx,
    cap,
    sql`select from organization_member where organization_id = ${organizationId}`,
  )

export const isInMoreOrganizations = (trx: Trx, accountId: string, cap: number) =>
  isMoreThan(trx, cap, sql`select from organization_member where account_id = ${accountId}`)

export const hasMoreInvitations = (trx: Trx, ownerId: string, now: ProductTime, cap: number) =>
  isMoreThan(
    trx,
    cap,
    sql`select from invitation where owner_id = ${ownerId} and expires_at > ${now}`,
  )

export const gotMoreInvitations = (trx: Trx, email: string, now: ProductTime, cap: number) =>
  isMoreThan(
    trx,
    cap,
    sql`select from invitation where email_key = ${toEmailKey(email)} and expires_at > ${now}`,
  )

import { randomBytes } from 'node:crypto'
import type { Trx } from '../../../platform/db/connect.ts'
import type { RequestError } from '../../../platform/errors.ts'
import { addMs, type ProductTime } from '../../../platform/time.ts'
import type { OwnerKind } from '../../caller.ts'
import {
  blankDisplayName,
  invalidName,
  keptNamesLimitReached,
  nameFreedLately,
  nameTaken,
  noNameFound,
} from './errors.ts'
import { isOwnerName, keptUntil, MOST_KEPT_NAMES, slugOf, toKeptMs } from './rules.ts'
import * as store from './store.ts'

/** Leaves room for what is put behind a name that somebody has. */
const MAX_REQUESTED_NAME = 90

/** The requested name, or a name derived from the display name. */
export function chooseName(input: {
  name?: string | undefined
  display_name?: string | undefined
}): string {
  const { display_name } = input
  const name = input.name ?? (display_name === undefined ? undefined : slugOf(display_name))
  if (display_name?.trim() === '') throw blankDisplayName()
  if (name === undefined) throw noNameFound()
  if (!isOwnerName(name)) throw invalidName(name)
  return name
}

export type Claimant = Readonly<{
  ownerId: string
  ownerKind: OwnerKind
  /** The person who claims it, when there is one already. */
  accountId: string | null
  at: ProductTime
}>

/** Why the owner cannot have the name; nothing when it has it from now on. */
export async function claimName(
  trx: Trx,
  name: string,
  claimant: Claimant,
  freedNameDays: number,
): Promise<RequestError | undefined> {
  const { ownerId, ownerKind } = claimant
  if (!(await store.claimName(trx, name, ownerId, ownerKind))) return nameTaken(name)
  const refusal = await checkFreedName(trx, name, claimant, freedNameDays)
  if (refusal) await store.releaseName(trx, ownerId)
  return refusal
}

/** Asked after the name was claimed: whoever was freeing it meanwhile has then committed. */
export async function checkFreedName(
  trx: Trx,
  name: string,
  claimant: Omit<Claimant, 'ownerKind'>,
  freedNameDays: number,
): Promise<RequestError | undefined> {
  const freed = await store.findFreedName(trx, name)
  const until = keptUntil(freed, claimant, freedNameDays)
  if (until) return nameFreedLately(name, until)
  if (freed) await store.deleteFreedName(trx, name)
  return undefined
}

/** Asked after one more was kept, under the owner's lock. */
export async function checkKeptNames(
  trx: Trx,
  { ownerId, at }: Pick<Claimant, 'ownerId' | 'at'>,
  freedNameDays: number,
): Promise<void> {
  const kept = await store.countKeptNames(trx, ownerId, addMs(at, -toKeptMs(freedNameDays)))
  if (kept > MOST_KEPT_NAMES) throw keptNamesLimitReached(MOST_KEPT_NAMES)
}

/** The requested name made valid; when it is taken, with a suffix. */
export async function claimFreeName(
  trx: Trx,
  input: string,
  claimant: Claimant,
  freedNameDays: number,
): Promise<string> {
  const name = slugOf(input.slice(0, MAX_REQUESTED_NAME)) ?? 'account'
  if (!(await claimName(trx, name, claimant, freedNameDays))) return name
  const longer = `${name}-${randomBytes(4).toString('hex')}`
  const refusal = await claimName(trx, longer, claimant, freedNameDays)
  if (refusal) throw refusal
  return longer
}

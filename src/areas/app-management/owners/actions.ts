import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Actor, actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import type { RequestError } from '../../../platform/errors.ts'
import { confirmToken } from '../actions.ts'
import {
  blankDisplayName,
  emailHeldByAnother,
  emailTaken,
  emailUnusable,
  invalidEmail,
  invalidName,
  keptNamesLimitReached,
  nameFreedLately,
  nameTaken,
  noNameFound,
  operatorExists,
  tokenEndedMeanwhile,
} from '../errors.ts'
import { issueToken } from '../tokens/actions.ts'
import { isEmail, isOwnerName, keptSince, keptUntil, MOST_KEPT_NAMES, slugOf } from './rules.ts'
import * as store from './store.ts'
import type { UserChange } from './wire.ts'

/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
const LOCAL_ISSUER = 'local'
/** Leaves room for what is put behind a name that somebody has. */
const LONGEST_WISH = 90

export type FirstOperator = Readonly<{ name: string; email: string; now: Date }>

/** Makes, in the same transaction, what lets a new account sign in. */
type MakeLink = (trx: Trx, actor: Actor, accountId: string) => Promise<{ secret: string }>

/** Makes the first operator and a Full access user token for it. There is only ever one first. */
export async function bootstrapOperator(
  db: Db,
  { name, email, now }: FirstOperator,
  makeLink?: MakeLink,
): Promise<{ accountId: string; tokenValue: string; linkSecret: string | undefined }> {
  return db.transaction().execute(async (trx) => {
    await store.lockAccountTable(trx)
    const operator = await store.findOperatorName(trx)
    if (operator !== undefined) throw operatorExists(operator)
    const actor = { kind: 'process', id: 'bootstrap', at: now } as const
    const accountId = await createAccount(trx, actor, { name, email, isOperator: true })
    const { value } = await issueToken(trx, actor, {
      kind: 'user',
      homeId: accountId,
      access: 'all',
      description: 'made by bootstrap',
      createdBy: accountId,
    })
    const link = await makeLink?.(trx, actor, accountId)
    return { accountId, tokenValue: value, linkSecret: link?.secret }
  })
}

/** Whether the database holds an installation. One that was never migrated has no table to look into. */
export async function isInstalled(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'account') && store.hasAccounts(db)
}

/** The name that was wished for, or one made from what the thing is called. */
export function chooseName(wish: {
  name?: string | undefined
  display_name?: string | undefined
}): string {
  const name = wish.name ?? slugOf(wish.display_name ?? '')
  if (wish.display_name?.trim() === '') throw blankDisplayName()
  if (name === undefined) throw noNameFound()
  if (!isOwnerName(name)) throw invalidName(name)
  return name
}

export type Claimant = Readonly<{
  ownerId: string
  ownerKind: 'user' | 'org'
  /** The person who claims it, when there is one already. */
  accountId: string | null
  at: Date
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

/** Kept from others for so many days. */
export async function keepName(
  trx: Trx,
  name: string,
  freed: store.FreedName,
  freedNameDays: number,
): Promise<void> {
  await store.deleteNamesFreedBefore(trx, keptSince(freed.at, freedNameDays))
  await store.putFreedName(trx, name, freed)
}

/** Asked after one more was kept, under the owner's lock. */
export async function checkKeptNames(
  trx: Trx,
  { ownerId, at }: Pick<Claimant, 'ownerId' | 'at'>,
  freedNameDays: number,
): Promise<void> {
  const kept = await store.countKeptNames(trx, ownerId, keptSince(at, freedNameDays))
  if (kept > MOST_KEPT_NAMES) throw keptNamesLimitReached(MOST_KEPT_NAMES)
}

export type NewAccount = Readonly<{
  name: string
  email: string
  displayName?: string | undefined
  isOperator?: boolean
}>

/** An account that signs in here, made by an operator, who passes over kept names. */
export async function createAccount(trx: Trx, actor: Actor, wish: NewAccount): Promise<string> {
  const { name, email, displayName = name, isOperator = false } = wish
  if (!isOwnerName(name)) throw invalidName(name)
  if (!isEmail(email)) throw invalidEmail(email)
  const id = randomUUIDv7()
  const claimant = { ownerId: id, ownerKind: 'user', accountId: null, at: actor.at } as const
  const refusal = await claimName(trx, name, claimant, 0)
  if (refusal) throw refusal
  const identity = { issuer: LOCAL_ISSUER, subject: id }
  const account = { id, name, email, displayName, isOperator }
  if (!(await insertAccount(trx, actor, account, identity))) throw emailTaken(email)
  return id
}

export type Newcomer = Readonly<{
  issuer: string
  subject: string
  email: string
  name: string | undefined
  displayName: string | undefined
}>

/** The account of somebody a trusted issuer vouches for. Who comes twice at once gets one account. */
export async function admitAccount(
  db: Db,
  { issuer, subject, email, ...wish }: Newcomer,
  where: Omit<Actor, 'kind' | 'id'>,
  freedNameDays: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockByName(trx, 'identity', issuer, subject)
    if (await store.hasIdentity(trx, issuer, subject)) return
    if (!isEmail(email)) throw emailUnusable(email, issuer)
    const id = randomUUIDv7()
    const claimant = { ownerId: id, ownerKind: 'user', accountId: null, at: where.at } as const
    const wished = wish.name ?? email.split('@')[0] ?? ''
    const name = await claimFreeName(trx, wished, claimant, freedNameDays)
    const account = { id, name, email, displayName: wish.displayName ?? name, isOperator: false }
    const actor = { kind: 'account', id, ...where } as const
    const isMade = await insertAccount(trx, actor, account, { issuer, subject })
    if (!isMade) throw emailHeldByAnother(email, issuer)
  })
}

/** The name wished for as far as it can be one; when somebody has it, with something behind it. */
async function claimFreeName(
  trx: Trx,
  wish: string,
  claimant: Claimant,
  freedNameDays: number,
): Promise<string> {
  const name = slugOf(wish.slice(0, LONGEST_WISH)) ?? 'account'
  if (!(await claimName(trx, name, claimant, freedNameDays))) return name
  const longer = `${name}-${randomBytes(4).toString('hex')}`
  const refusal = await claimName(trx, longer, claimant, freedNameDays)
  if (refusal) throw refusal
  return longer
}

type AccountToInsert = Readonly<
  Required<Omit<NewAccount, 'displayName'>> & { id: string; displayName: string }
>

/** False when the e-mail belongs to another account. */
async function insertAccount(
  trx: Trx,
  actor: Actor,
  { id, name, email, displayName, isOperator }: AccountToInsert,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<boolean> {
  await store.insertAccount(trx, {
    id,
    name,
    display_name: displayName,
    email,
    is_operator: isOperator,
    created_at: actor.at,
    updated_at: actor.at,
  })
  if (!(await store.claimEmail(trx, email, id))) return false
  await store.insertIdentity(trx, issuer, subject, id)
  await recordAudit(trx, actor, {
    scopeId: id,
    action: 'account.create',
    target: `account ${id}`,
    after: { name, email, issuer, operator: isOperator },
  })
  return true
}

/** Registers the new e-mail and frees the old one; the account's row is the caller's to change. */
export async function changeEmail(trx: Trx, accountId: string, email: string): Promise<void> {
  if (!isEmail(email)) throw invalidEmail(email)
  if (!(await store.changeEmail(trx, accountId, email))) throw emailTaken(email)
}

export async function changeProfile(
  db: Db,
  call: Call,
  { display_name }: UserChange,
): Promise<store.AccountRow> {
  if (display_name.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const { createdBy: accountId } = await confirmToken(trx, call)
    const account = await store.setAccount(trx, accountId, { display_name, updated_at: call.at })
    if (!account) throw tokenEndedMeanwhile()
    await recordAudit(trx, actorOf(call), {
      scopeId: accountId,
      action: 'account.change',
      target: `account ${accountId}`,
      before: { display_name: call.caller.kind === 'user' && call.caller.account.displayName },
      after: { display_name },
    })
    return account
  })
}

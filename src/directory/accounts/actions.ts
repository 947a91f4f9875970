import { randomUUIDv7 } from 'node:crypto'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { lockByName } from '../../platform/db/lock.ts'
import { isEmail } from '../../platform/mail/address.ts'
import { type Actor, recordAudit } from '../audit.ts'
import type { Caller } from '../caller.ts'
import { emailHeldByAnother, emailTaken, emailUnusable, invalidEmail } from './errors.ts'
import { claimFreeName, claimName } from './names/actions.ts'
import { invalidName } from './names/errors.ts'
import { isOwnerName } from './names/rules.ts'
import { LOCAL_ISSUER } from './rules.ts'
import * as store from './store.ts'

/** Whether the database holds an installation. One that was never migrated has no table to look into. */
export async function isInstalled(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'account') && store.hasAccounts(db)
}

/**
 * The state of a caller without an API token; undefined if it was disabled or signed out. Read again under
 * a lock that whoever disables, demotes or signs out the caller has to wait for: none may be overtaken.
 */
export async function lockCallerShared(trx: Trx, caller: Caller): Promise<State | undefined> {
  if (caller.kind === 'service') {
    const client = await store.shareClientState(trx, caller.clientId)
    return isEnded(client, caller.issuedAt) ? undefined : client
  }
  if (caller.kind !== 'user' || caller.token !== null) return undefined
  const { account, sessionId, grantId, signedInAt } = caller
  const state = await store.shareAccount(trx, account.id)
  if (isEnded(state, signedInAt)) return undefined
  // After the lock, so that what was committed while waiting for it is seen.
  const isOver = await store.isSessionEnded(trx, account.id, sessionId, grantId)
  return isOver ? undefined : state
}

type State = Readonly<{
  is_operator: boolean
  disabled_at: Date | null
  tokens_valid_after: Date | null
}>

const isEnded = (state: State | undefined, since: Date) =>
  !state ||
  state.disabled_at !== null ||
  (state.tokens_valid_after !== null && since < state.tokens_valid_after)

export type NewAccount = Readonly<{
  id?: string
  name: string
  email: string
  displayName?: string | undefined
  isOperator?: boolean
}>

/** An account that signs in here, made by an operator, who passes over kept names. */
export async function createAccount(trx: Trx, actor: Actor, input: NewAccount): Promise<string> {
  const { id = randomUUIDv7(), name, email, displayName = name, isOperator = false } = input
  if (!isOwnerName(name)) throw invalidName(name)
  if (!isEmail(email)) throw invalidEmail(email)
  const claimant = { ownerId: id, ownerKind: 'user', accountId: null, at: actor.at } as const
  const refusal = await claimName(trx, name, claimant, 0)
  if (refusal) throw refusal
  const identity = { issuer: LOCAL_ISSUER, subject: id }
  const account = { id, name, email, displayName, isOperator }
  if (!(await insertAccount(trx, actor, account, identity))) throw emailTaken(email)
  return id
}

export type InvitedAccount = Readonly<{ name: string; email: string }>

/** An account that signs in here, made by whoever has the mailed link of an invitation. It is its own actor. */
export async function createInvitedAccount(
  trx: Trx,
  where: Omit<Actor, 'kind' | 'id'>,
  { name, email }: InvitedAccount,
  freedNameDays: number,
): Promise<string> {
  if (!isEmail(email)) throw invalidEmail(email)
  const id = randomUUIDv7()
  const claimant = { ownerId: id, ownerKind: 'user', accountId: null, at: where.at } as const
  const refusal = await claimName(trx, name, claimant, freedNameDays)
  if (refusal) throw refusal
  const account = { id, name, email, displayName: name, isOperator: false }
  const actor = { kind: 'account', id, ...where } as const
  const identity = { issuer: LOCAL_ISSUER, subject: id }
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
  { issuer, subject, email, ...input }: Newcomer,
  where: Omit<Actor, 'kind' | 'id'>,
  freedNameDays: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockByName(trx, 'identity', issuer, subject)
    if (await store.findIdentity(trx, issuer, subject)) return
    if (!isEmail(email)) throw emailUnusable(email, issuer)
    const id = randomUUIDv7()
    const claimant = { ownerId: id, ownerKind: 'user', accountId: null, at: where.at } as const
    const requestedName = input.name ?? email.replace(/@.*$/s, '')
    const name = await claimFreeName(trx, requestedName, claimant, freedNameDays)
    const account = { id, name, email, displayName: input.displayName ?? name, isOperator: false }
    const actor = { kind: 'account', id, ...where } as const
    const isMade = await insertAccount(trx, actor, account, { issuer, subject })
    if (!isMade) throw emailHeldByAnother(email, issuer)
  })
}

type AccountToInsert = Required<NewAccount> & Readonly<{ displayName: string }>

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

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { shareAccount } from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { accountIdOf, type Call } from '../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../directory/operators/actions.ts'
import { findRepeated } from '../../../directory/repeats/actions.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime, RealClock } from '../../../platform/time.ts'
import { BUILT_IN_CLIENTS } from '../../oauth/clients.ts'
import { nextMoment } from '../../sign-in/rules.ts'
import {
  clientAlreadyCreated,
  clientExists,
  clientNotFound,
  invalidRedirectUri,
  noServiceAccount,
  personRequired,
  previousSecretExists,
  previousSecretNotFound,
  redirectUrisDoNotFit,
  secretHolderNoOperator,
  secretNotUsed,
} from '../errors.ts'
import { doRedirectUrisFit, isRedirectUri } from './rules.ts'
import * as store from './store.ts'
import type { ClientChange, NewClient } from './wire.ts'

export type WithSecret = Readonly<{ client: store.ClientRow; secret: string | undefined }>

/** Command lines would read a value that begins with a hyphen as an option. */
const randomText = () => randomBytes(32).toString('base64url').replace(/^-/, '0')

/** The secret is in the result and nowhere else: 256 random bits, of which the SHA-256 is kept. */
const makeSecret = (secret = randomText()) => ({
  secret,
  hash: digestOf(secret),
})

/**
 * Who gets to see what this call shows: the caller, or, for a service account, the person who was shown
 * its secret and may be the one who uses it.
 */
export async function viewerOf(trx: Trx, { caller }: Call): Promise<string | null> {
  if (caller.kind !== 'service') return accountIdOf(caller)
  const [holder = null, ...others] = await store.listSecretHolders(trx, caller.clientId)
  // Two people know a secret of it, and nobody knows which of them this is.
  if (others.length > 0) throw personRequired()
  return holder
}

export async function addClient(db: Db, call: Call, input: NewClient): Promise<WithSecret> {
  const { id, display_name, flows, redirect_uris = [] } = input
  if (BUILT_IN_CLIENTS.has(id)) throw clientExists(id)
  checkRedirectUris(flows, redirect_uris)
  const made = flows.includes('client-credentials') ? makeSecret() : undefined
  return runOperatorTransaction(db, call, async (trx) => {
    const repeated = await findRepeated(trx, call, id)
    if (repeated !== undefined) return readBack(trx, repeated)
    const client = await store.insertClient(trx, {
      id,
      principal_id: randomUUIDv7(),
      display_name,
      secret_hash: made?.hash ?? null,
      secret_shown_to: made ? await viewerOf(trx, call) : null,
      redirect_uris,
      flows,
      created_at: call.at,
      updated_at: call.at,
    })
    if (!client) throw clientExists(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: 'platform',
      action: 'client.create',
      target: `client ${id}`,
      after: { display_name, flows, redirect_uris },
    })
    return { client, secret: made?.secret }
  })
}

async function readBack(trx: Trx, id: string): Promise<WithSecret> {
  const client = await store.findClient(trx, id)
  if (!client) throw clientNotFound(id)
  if (client.secret_hash) throw clientAlreadyCreated(id)
  return { client, secret: undefined }
}

export async function changeClient(
  db: Db,
  call: Call,
  id: string,
  input: ClientChange,
): Promise<store.ClientRow> {
  return runOperatorTransaction(db, call, async (trx) => {
    const before = await store.findClient(trx, id)
    if (!before) throw clientNotFound(id)
    refuseChange(before, input)
    if (input.is_operator) await refuseUnknownHolder(trx, call, before)
    const change = toChange(input, call.at)
    const client = await store.setClient(trx, id, { ...change, updated_at: call.at })
    if (!client) throw clientNotFound(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: 'platform',
      action: 'client.change',
      target: `client ${id}`,
      before: {
        display_name: before.display_name,
        redirect_uris: before.redirect_uris,
        is_operator: before.is_operator,
        disabled_at: before.disabled_at,
      },
      after: change,
    })
    return client
  })
}

function refuseChange(
  { id, flows }: store.ClientRow,
  { redirect_uris, is_operator }: ClientChange,
): void {
  if (redirect_uris) checkRedirectUris(flows as NewClient['flows'], redirect_uris)
  if (is_operator && !flows.includes('client-credentials')) throw noServiceAccount(id)
}

/** A secret that somebody knows who is no operator would make them one again. */
async function refuseUnknownHolder(trx: Trx, call: Call, before: store.ClientRow): Promise<void> {
  if (call.caller.kind === 'service') throw personRequired()
  const holders = holdersOf(before)
  for (const holder of holders) {
    if (!(await isOperatorNow(trx, call, holder))) throw secretHolderNoOperator(before.id)
  }
  // Accounts are locked before clients; a secret made meanwhile was shown to somebody else.
  const now = await store.lockClient(trx, before.id)
  if (!now || holdersOf(now).join() !== holders.join()) throw secretHolderNoOperator(before.id)
}

/** Who knows a secret that works; null if it is not known who. */
const holdersOf = (client: store.ClientRow): (string | null)[] =>
  client.previous_secret_hash
    ? [client.secret_shown_to, client.previous_secret_shown_to]
    : [client.secret_shown_to]

async function isOperatorNow(trx: Trx, { caller }: Call, holder: string | null): Promise<boolean> {
  if (holder === null) return false
  if (holder === accountIdOf(caller)) return true
  const account = await shareAccount(trx, holder)
  return account?.is_operator === true && account.disabled_at === null
}

/** For when an account may not be an operator any more. */
export async function demoteClientsShownTo(
  trx: Trx,
  call: Call,
  accountId: string,
): Promise<number> {
  const ids: string[] = []
  for (;;) {
    const found = await store.demoteClientsShownTo(trx, accountId, call.at)
    // Again, because one of those may have made a secret while this transaction waited for it.
    if (found.length === 0) break
    ids.push(...found)
  }
  const reason = `the secret was shown to the account ${accountId}, which was disabled or demoted`
  const changes = ids.map((id) => ({
    scopeId: 'platform',
    action: 'client.change' as const,
    target: `client ${id}`,
    before: { is_operator: true },
    after: { is_operator: false, reason },
  }))
  await recordAudit(trx, actorOf(call), ...changes)
  return ids.length
}

const toChange = (
  { display_name, redirect_uris, disabled, is_operator }: ClientChange,
  at: ProductTime,
) => ({
  ...(is_operator !== undefined && { is_operator }),
  ...(display_name !== undefined && { display_name }),
  ...(redirect_uris !== undefined && { redirect_uris }),
  ...(disabled !== undefined && { disabled_at: disabled ? at : null }),
})

/** Both secrets work until the previous one is deleted. */
export async function addSecret(db: Db, call: Call, id: string): Promise<WithSecret> {
  const { secret, hash } = makeSecret()
  return runOperatorTransaction(db, call, async (trx) => {
    const before = await store.lockClient(trx, id)
    if (!before) throw clientNotFound(id)
    if (!before.secret_hash) throw secretNotUsed(id)
    if (before.previous_secret_hash) throw previousSecretExists(id)
    const client = await store.setClient(trx, id, {
      secret_hash: hash,
      secret_shown_to: await viewerOf(trx, call),
      previous_secret_hash: before.secret_hash,
      previous_secret_shown_to: before.secret_shown_to,
      updated_at: call.at,
    })
    if (!client) throw clientNotFound(id)
    await recordSecret(trx, call, 'client.add-secret', id)
    return { client, secret }
  })
}

const NO_PREVIOUS_SECRET = { previous_secret_hash: null, previous_secret_shown_to: null }

/** Access tokens stay valid until they expire, unless a token of somebody who is no operator could become an operator's. */
export async function deletePreviousSecret(
  db: Db,
  call: Call,
  realTime: RealClock,
  id: string,
): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    // Accounts are locked before clients.
    const found = await store.findClient(trx, id)
    const isTrusted = await isOperatorNow(trx, call, found?.previous_secret_shown_to ?? null)
    const before = await store.lockClient(trx, id)
    if (!before?.previous_secret_hash) throw previousSecretNotFound(id)
    const isSame = before.previous_secret_shown_to === found?.previous_secret_shown_to
    const mayStay = !before.is_operator && isTrusted && isSame
    const ends = mayStay ? {} : { tokens_valid_after: nextMoment(realTime()) }
    await store.setClient(trx, id, { ...NO_PREVIOUS_SECRET, ...ends, updated_at: call.at })
    await recordSecret(trx, call, 'client.delete-previous-secret', id)
  })
}

type SecretAction = 'client.add-secret' | 'client.delete-previous-secret' | 'client.rotate-secret'

const recordSecret = (trx: Trx, call: Call, action: SecretAction, id: string) =>
  recordAudit(trx, actorOf(call), { scopeId: 'platform', action, target: `client ${id}` })

/** The old secrets and every token got with them end here. `given`: a secret that is known elsewhere. */
export async function rotateSecret(
  db: Db,
  call: Call,
  realTime: RealClock,
  id: string,
  given?: string,
): Promise<WithSecret> {
  const { secret, hash } = makeSecret(given)
  return runOperatorTransaction(db, call, async (trx) => {
    const before = await store.lockClient(trx, id)
    if (!before) throw clientNotFound(id)
    if (!before.secret_hash) throw secretNotUsed(id)
    // Taken when the row is locked: a request that began before it cannot get a token that counts.
    const tokens_valid_after = nextMoment(realTime())
    const secret_shown_to = await viewerOf(trx, call)
    const client = await store.setClient(trx, id, {
      secret_hash: hash,
      secret_shown_to,
      tokens_valid_after,
      ...NO_PREVIOUS_SECRET,
      updated_at: call.at,
    })
    if (!client) throw clientNotFound(id)
    await recordSecret(trx, call, 'client.rotate-secret', id)
    return { client, secret }
  })
}

function checkRedirectUris(flows: NewClient['flows'], uris: readonly string[]): void {
  const wrong = uris.find((uri) => !isRedirectUri(uri))
  if (wrong !== undefined) throw invalidRedirectUri(wrong)
  if (!doRedirectUrisFit(flows, uris)) throw redirectUrisDoNotFit()
}

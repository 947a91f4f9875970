import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { shareAccount } from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { accountIdOf, type Call } from '../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../directory/operators/actions.ts'
import { findRepeated } from '../../../directory/repeats/actions.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { sendStatements } from '../../../platform/db/pipeline/send-statements.ts'
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
  redirectUrisDoNotFit,
  secretHolderNoOperator,
  secretNotUsed,
} from '../errors.ts'
import { doRedirectUrisFit, isRedirectUri } from './rules.ts'
import * as store from './store.ts'
import type { ClientChange, NewClient } from './wire.ts'

export type WithSecret = Readonly<{ client: store.ClientRow; secret: string | undefined }>

/** The secret is in the result and nowhere else: 256 random bits, of which the SHA-256 is kept. */
const makeSecret = (secret = randomBytes(32).toString('base64url')) => ({
  secret,
  hash: digestOf(secret),
})

/**
 * Who gets to see what this call shows: the caller, or, for a service account, the person who was shown
 * its secret and may be the one who uses it.
 */
export async function viewerOf(trx: Trx, { caller }: Call): Promise<string | null> {
  return caller.kind === 'service'
    ? store.findSecretHolder(trx, caller.clientId)
    : accountIdOf(caller)
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
  const { id, secret_shown_to: holder } = before
  const account = holder === null ? undefined : await sendStatements(trx, shareAccount(trx, holder))
  const isOperator =
    (holder !== null && holder === accountIdOf(call.caller)) ||
    (account?.is_operator === true && account.disabled_at === null)
  // Accounts are locked before clients; a secret made meanwhile was shown to somebody else.
  const now = await store.lockClient(trx, id)
  if (!isOperator || now?.secret_shown_to !== holder) throw secretHolderNoOperator(id)
}

/** For when an account may not be an operator any more. */
export async function demoteClientsShownTo(
  trx: Trx,
  call: Call,
  accountId: string,
): Promise<number> {
  const ids = await store.demoteClientsShownTo(trx, accountId, call.at)
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

/** The old secret and every token got with it end here. `given`: a secret that is known elsewhere. */
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
    const secretChange = { secret_hash: hash, secret_shown_to, tokens_valid_after }
    const client = await store.setClient(trx, id, { ...secretChange, updated_at: call.at })
    if (!client) throw clientNotFound(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: 'platform',
      action: 'client.rotate-secret',
      target: `client ${id}`,
    })
    return { client, secret }
  })
}

function checkRedirectUris(flows: NewClient['flows'], uris: readonly string[]): void {
  const wrong = uris.find((uri) => !isRedirectUri(uri))
  if (wrong !== undefined) throw invalidRedirectUri(wrong)
  if (!doRedirectUrisFit(flows, uris)) throw redirectUrisDoNotFit()
}

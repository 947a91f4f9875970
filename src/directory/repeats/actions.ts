import { digestOf } from '../../platform/crypto/digest.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { addMs } from '../../platform/time.ts'
import { actorOf } from '../audit.ts'
import type { Call, RequestKey } from '../caller.ts'
import { keyOfAnotherRequest } from './errors.ts'
import { canonicalizeBody, canonicalizeKey, KEY_LIFETIME_MS } from './rules.ts'
import * as store from './store.ts'

/**
 * To be called in the transaction that creates `id`. Answers the id of what the caller created earlier
 * with the same request under the same key; nothing is to be created then.
 */
export async function findRepeated(
  trx: Trx,
  call: Call,
  id: string,
  lifetimeMs = KEY_LIFETIME_MS,
): Promise<string | undefined> {
  if (!call.requestKey) return undefined
  const { key, bodyDigest: body_digest } = keyOf(call, call.requestKey)
  const created = { body_digest, created_id: id, created_at: call.at }
  if (await store.claimKey(trx, key, created, addMs(call.at, -lifetimeMs))) return undefined
  const earlier = await store.findKey(trx, key)
  if (!earlier.body_digest.equals(body_digest)) throw keyOfAnotherRequest()
  return earlier.created_id
}

/**
 * As `findRepeated`. One trace id goes with many requests: under it, a request is a new one once what
 * the earlier created is undone or replaced. An Idempotency-Key names one request.
 */
export async function findCurrentRepeated(
  trx: Trx,
  call: Call,
  id: string,
  isCurrent: (earlier: string) => Promise<boolean>,
): Promise<string | undefined> {
  const earlier = await findRepeated(trx, call, id)
  if (earlier === undefined || call.requestKey?.header === 'idempotency-key') return earlier
  if (await isCurrent(earlier)) return earlier
  await setCreated(trx, call, id)
  return undefined
}

/** The request has led to something else than `findRepeated` was told: a repeat leads there too. */
export async function setCreated(trx: Trx, call: Call, id: string): Promise<void> {
  if (!call.requestKey) return
  const created = { created_id: id, created_at: call.at }
  await store.setCreated(trx, keyOf(call, call.requestKey).key, created)
}

function keyOf(call: Call, requestKey: RequestKey) {
  const body = canonicalizeBody(requestKey.body)
  const digest = digestOf(canonicalizeKey(requestKey, call.caller.token?.id, body))
  const bodyDigest = digestOf(body)
  return { key: { scope_id: actorOf(call).id, digest }, bodyDigest }
}

import { Webhook } from 'standardwebhooks'
import type { Seal } from '../../../platform/crypto/seal.ts'
import { AddressRefused, type Outgoing } from '../../../platform/outgoing.ts'
import type { RealClock } from '../../../platform/time.ts'
import {
  applyGrant,
  type DecidingDeps,
  endSubRequest,
  quotaProcessAt,
} from '../deciding/actions.ts'
import { endpointUnusable, type Failure, refusedByProvider } from '../errors.ts'
import { lockSubRequest, type SubRequestRow } from '../requests/store.ts'
import type { SubRequestJob } from '../rules.ts'
import { cleanReason, type Outcome, readAnswer, sealLabel } from './rules.ts'
import * as store from './store.ts'

export type FulfilDeps = DecidingDeps &
  Readonly<{
    outgoing: Outgoing
    /** Called for each call of a provider, also one that could not be sent. */
    onCall: (outcome: Outcome['kind'], seconds: number) => void
    realTime: RealClock
    seal: Seal | undefined
    log: Readonly<{ warn: (fields: object, message: string) => void }>
  }>

/**
 * Tells the provider, and makes the grant true once it agrees. The key and the body of the call are
 * the same however often it is made, so that a provider can apply it once.
 */
export async function fulfilSubRequest(deps: FulfilDeps, job: SubRequestJob): Promise<void> {
  const { db, productTime } = deps
  const actor = quotaProcessAt(productTime)
  const subRequest = await db.transaction().execute((trx) => store.markSent(trx, job, actor.at))
  if (!subRequest) return
  const endpoint = await store.findEndpoint(db, subRequest.provider_key)
  const outcome: Outcome = endpoint
    ? await measureCall(deps, () => callProvider(deps, endpoint, subRequest))
    : { kind: 'done' }
  if (outcome.kind === 'done') {
    await db.transaction().execute(async (trx) => {
      const locked = await lockSubRequest(trx, job)
      if (locked) await applyGrant(trx, locked, quotaProcessAt(productTime))
    })
    return
  }
  await store.setLastError(db, job, outcome.reason)
  if (outcome.kind === 'later') throw new Error(`${subRequest.name}: ${outcome.reason}`)
  if (outcome.kind === 'refused') return end(deps, subRequest, refusedByProvider(outcome.reason))
  deps.log.warn(
    { provider: subRequest.provider_key },
    'provider endpoint not usable; see the reason in /operator/v1/quota/given-up',
  )
  await end(deps, subRequest, { ...endpointUnusable, gaveUp: true })
}

const end = async (
  { db, productTime }: FulfilDeps,
  subRequest: SubRequestRow,
  failure: Failure & { gaveUp?: boolean },
): Promise<void> => {
  await db
    .transaction()
    .execute((trx) =>
      endSubRequest(trx, subRequest, quotaProcessAt(productTime), { to: 'Failed', ...failure }),
    )
}

async function measureCall({ onCall }: FulfilDeps, call: () => Promise<Outcome>): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome = await call()
  onCall(outcome.kind, (performance.now() - startedAt) / 1000)
  return outcome
}

async function callProvider(
  { outgoing, seal, realTime }: FulfilDeps,
  { url, sealedSecrets }: store.Endpoint,
  subRequest: SubRequestRow,
): Promise<Outcome> {
  // Another process may have the key: it takes the job at the next try.
  if (!seal)
    return { kind: 'later', reason: 'SECRET_KEY_FILE is not set in a process that runs jobs' }
  const secrets = openSecrets(seal, sealedSecrets, subRequest.provider_key)
  if (secrets === undefined) return { kind: 'unusable', reason: UNREADABLE }
  const body = toBody(subRequest)
  // The receiver compares it with its own clock.
  const at = realTime()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': subRequest.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    // The receiver accepts the call if one of the signatures is right.
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(subRequest.id, at, body))
      .join(' '),
    'idempotency-key': subRequest.id,
  }
  try {
    const answer = await outgoing.post(url, headers, body)
    return readAnswer(answer.status, answer.body)
  } catch (error) {
    // It can quote what a stranger wrote, such as the names in a certificate.
    const reason = cleanReason(error instanceof Error ? error.message : String(error))
    return { kind: error instanceof AddressRefused ? 'unusable' : 'later', reason }
  }
}

const UNREADABLE =
  'its secret was encrypted with a key other than SECRET_KEY_FILE; set the endpoint again'

function openSecrets(
  seal: Seal,
  sealed: readonly Buffer[],
  providerKey: string,
): string[] | undefined {
  const secrets = sealed.map((secret) => seal.openIfReadable(secret, sealLabel(providerKey)))
  return secrets.every((secret) => secret !== undefined) ? secrets : undefined
}

/** Made of what never changes, so that it is the same at every try. */
const toBody = (subRequest: SubRequestRow) =>
  JSON.stringify({
    type: 'quota.limit-granted',
    timestamp: subRequest.created_at.toISOString(),
    data: {
      subscriptionId: subRequest.subscription_id,
      requestId: subRequest.request_id,
      subRequestId: subRequest.id,
      provider: subRequest.provider_key,
      location: subRequest.location_key,
      resource: subRequest.name,
      unit: subRequest.unit,
      limit: subRequest.granted_limit,
    },
  })

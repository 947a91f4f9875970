import { Webhook } from 'standardwebhooks'
import type { SubRequestJob } from '../../../platform/jobs.ts'
import { AddressRefused, type Outgoing } from '../../../platform/outgoing.ts'
import type { Seal } from '../../../platform/seal.ts'
import { applyGrant, type EngineDeps, endPart, engineAt } from '../deciding/actions.ts'
import { type Ending, endpointUnusable, refusedByProvider } from '../errors.ts'
import { lockPart, type PartRow } from '../requests/store.ts'
import { cleanReason, type Outcome, readAnswer } from './rules.ts'
import * as store from './store.ts'

export type FulfilDeps = EngineDeps &
  Readonly<{
    outgoing: Outgoing
    seal: Seal | undefined
    log: Readonly<{ warn: (facts: object, message: string) => void }>
  }>

/** Under which a provider's secret is sealed. */
export const sealLabel = (providerKey: string) => `quota endpoint ${providerKey}`

/**
 * Tells the provider, and makes the grant true once it agrees. The key and the body of the call are
 * the same however often it is made, so that a provider can apply it once.
 */
export async function fulfilPart(deps: FulfilDeps, job: SubRequestJob): Promise<void> {
  const { db, clock } = deps
  const actor = engineAt(clock)
  const part = await db.transaction().execute((trx) => store.markSent(trx, job, actor.at))
  if (!part) return
  const endpoint = await store.findEndpoint(db, part.provider_key)
  const outcome: Outcome = endpoint ? await tell(deps, endpoint, part) : { kind: 'done' }
  if (outcome.kind === 'done') {
    await db.transaction().execute(async (trx) => {
      const locked = await lockPart(trx, job)
      if (locked) await applyGrant(trx, locked, engineAt(clock))
    })
    return
  }
  await store.setLastError(db, job, outcome.reason)
  if (outcome.kind === 'later') throw new Error(`${part.name}: ${outcome.reason}`)
  if (outcome.kind === 'refused') return end(deps, part, refusedByProvider(outcome.reason))
  deps.log.warn({ provider: part.provider_key }, 'endpoint not usable: the list given-up says why')
  await end(deps, part, { ...endpointUnusable, gaveUp: true })
}

const end = async (
  { db, clock }: FulfilDeps,
  part: PartRow,
  ending: Ending & { gaveUp?: boolean },
): Promise<void> => {
  await db
    .transaction()
    .execute((trx) => endPart(trx, part, engineAt(clock), { to: 'Failed', ...ending }))
}

async function tell(
  { outgoing, seal, clock }: FulfilDeps,
  { url, sealedSecret }: store.Endpoint,
  part: PartRow,
): Promise<Outcome> {
  // Another process may have the key: it takes the job at the next try.
  if (!seal) return { kind: 'later', reason: 'a process that does jobs has no SECRET_KEY_FILE' }
  const secret = openSecret(seal, sealedSecret, part.provider_key)
  if (secret === undefined) return { kind: 'unusable', reason: UNREADABLE }
  const body = toBody(part)
  const at = clock()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': part.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(part.id, at, body),
    'idempotency-key': part.id,
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
  'its secret was sealed with another key than that of SECRET_KEY_FILE: set the endpoint again'

function openSecret(seal: Seal, sealed: Buffer, providerKey: string): string | undefined {
  try {
    return seal.open(sealed, sealLabel(providerKey))
  } catch {
    return undefined
  }
}

/** Made of what never changes, so that it is the same at every try. */
const toBody = (part: PartRow) =>
  JSON.stringify({
    type: 'quota.limit-granted',
    timestamp: part.created_at.toISOString(),
    data: {
      subscriptionId: part.subscription_id,
      requestId: part.request_id,
      subRequestId: part.id,
      provider: part.provider_key,
      location: part.location_key,
      resource: part.name,
      unit: part.unit,
      limit: part.granted_limit,
    },
  })

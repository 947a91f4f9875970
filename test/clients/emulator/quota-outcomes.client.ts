import { describe, expect, test } from 'vitest'
import type { NewQuotaOutcome } from '../../../bin/emulator.ts'
import { limitOf, type Client as QuotaClient, scopeOf } from '../arm-quota/installation.ts'
import {
  COMPUTE,
  errorOf,
  type Client as ReservationsClient,
  VERSIONS,
  type Version,
} from '../arm-reservations/installation.ts'
import { expectFailure, timeLimit } from '../arm-reservations/steps.ts'
import { loadClient } from '../secure-server.ts'
import { recordSent } from '../sent.ts'
import { useBinnacle } from './start.ts'

const { binnacle, clientOptions, credential, addSubscription } = useBinnacle()
const RESOURCE = 'standardDFamily'
const OWN_LIMIT_MS = 4000

type Options = { abortSignal: AbortSignal }
/** Submits a request for 400 and polls until it ends; answers the limit that the subscription then has. */
type Submit = (subscription: string, sent: object, options: Options) => Promise<number>

const submitQuota: Submit = async (subscription, sent, options) => {
  const { AzureQuotaExtensionAPI } = loadClient('@azure/arm-quota') as {
    AzureQuotaExtensionAPI: new (credential: object, options: object) => QuotaClient
  }
  const client = new AzureQuotaExtensionAPI(credential(), { ...clientOptions(), ...sent })
  const scope = scopeOf(subscription)
  const { quota } = client
  const has = await quota.beginCreateOrUpdateAndWait(RESOURCE, scope, limitOf(400), options)
  return has.properties.limit.value
}

const submitReservations =
  (version: Version): Submit =>
  async (subscription, sent, options) => {
    const { AzureReservationAPI } = loadClient(`arm-reservations-${version}`) as {
      AzureReservationAPI: new (credential: object, options: object) => ReservationsClient
    }
    const { quota } = new AzureReservationAPI(credential(), { ...clientOptions(), ...sent })
    const scope = [subscription, COMPUTE, 'eastus'] as const
    const input = { properties: { limit: 400 } }
    const has = await quota.beginCreateOrUpdateAndWait(...scope, RESOURCE, input, options)
    return has.properties.limit
  }

describe.each([
  ['@azure/arm-quota', submitQuota] as const,
  ...VERSIONS.map(
    (version) => [`@azure/arm-reservations ${version}`, submitReservations(version)] as const,
  ),
])('a poller of %s ends', (_client, submit) => {
  async function begin(outcome: NewQuotaOutcome, options = timeLimit()) {
    const subscription = await addSubscription()
    await binnacle().quotaOutcomes.add({ ...outcome, match: { subscription } })
    const { sent, options: recorded } = recordSent()
    const polls = () => sent.filter(({ path }) => path.includes('/operationsStatus/')).length
    return { ended: submit(subscription, recorded, options), polls }
  }

  test('granted at once', async () => {
    const { ended } = await begin({ end: { kind: 'grant' } })
    expect(await ended).toBe(400)
  })

  test('granted after a day of the clock', async () => {
    const { ended, polls } = await begin({ afterSeconds: 86_400, end: { kind: 'grant' } })
    await expect.poll(polls).toBeGreaterThan(2)
    await binnacle().clock.advance(86_400)
    expect(await ended).toBe(400)
  })

  test('granted after three polls', async () => {
    const { ended, polls } = await begin({ afterPolls: 3, end: { kind: 'grant' } })
    expect(await ended).toBe(400)
    expect(polls()).toBe(4)
  })

  test('partly granted', async () => {
    const { ended } = await begin({ afterPolls: 1, end: { kind: 'partial', limit: 120 } })
    expect(await ended).toBe(120)
  })

  test('denied', async () => {
    const end = { kind: 'deny', code: 'OutOfCapacity', reason: 'No rack is free.' } as const
    const { ended } = await begin({ afterPolls: 1, end })
    expectFailure(await errorOf(ended), 'OutOfCapacity', 'Denied: No rack is free.')
  })

  test('stuck: at its own time limit', async () => {
    const limit = { abortSignal: AbortSignal.timeout(OWN_LIMIT_MS) }
    const { ended, polls } = await begin({ end: { kind: 'stuck' } }, limit)
    expect(await errorOf(ended)).toMatchObject({ name: 'AbortError' })
    expect(polls()).toBeGreaterThan(1)
  })
})

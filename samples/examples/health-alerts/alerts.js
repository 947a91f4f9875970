/**
 * Prints a line for every active event of a subscription, and another whenever one changes or ends.
 * It knows nothing of Binnacle: the same script watches Azure when the addresses are left out.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { MicrosoftResourceHealth } from '@azure/arm-resourcehealth'
import { ClientSecretCredential } from '@azure/identity'

const {
  AZURE_TENANT_ID,
  AZURE_CLIENT_ID,
  AZURE_CLIENT_SECRET,
  AZURE_SUBSCRIPTION_ID,
  AZURE_AUTHORITY_HOST,
  MANAGEMENT_ENDPOINT = AZURE_AUTHORITY_HOST,
  EVERY_SECONDS = '60',
} = process.env

const credential = new ClientSecretCredential(
  AZURE_TENANT_ID,
  AZURE_CLIENT_ID,
  AZURE_CLIENT_SECRET,
  AZURE_AUTHORITY_HOST && {
    authorityHost: AZURE_AUTHORITY_HOST,
    disableInstanceDiscovery: true,
  },
)
const health = new MicrosoftResourceHealth(
  credential,
  AZURE_SUBSCRIPTION_ID,
  MANAGEMENT_ENDPOINT && { endpoint: MANAGEMENT_ENDPOINT },
)

/** Tracking id → what was said about it last. */
const said = new Map()

async function look() {
  for await (const event of health.eventsOperations.listBySubscriptionId()) {
    const { name, status, title, lastUpdateTime, impact = [] } = event
    const state = `${status} ${lastUpdateTime?.toISOString()}`
    const isNews = said.has(name) ? said.get(name) !== state : status === 'Active'
    said.set(name, state)
    if (!isNews) continue
    const places = impact.flatMap(({ impactedService, impactedRegions = [] }) =>
      impactedRegions.map(({ impactedRegion }) => `${impactedService} in ${impactedRegion}`),
    )
    console.log(`${status}: ${title} (${name}; ${places.join(', ')})`)
  }
}

// `--once` looks once and ends, for a job that is started every minute anyway.
do {
  await look()
  if (!process.argv.includes('--once')) await delay(Number(EVERY_SECONDS) * 1000)
} while (!process.argv.includes('--once'))

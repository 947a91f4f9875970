import type { SubscriptionRole } from '../../../directory/subscriptions/rules.ts'
import { SUBSCRIPTION_ROLES } from '../../../directory/subscriptions/wire.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { EventFilter } from '../events/rules.ts'

export const RIGHT = 'manage feeds'
export const rights = { [RIGHT]: SUBSCRIPTION_ROLES } as const

export const MOST_ENTRIES = 100
export const MOST_OF_CREATOR = 20
export const MOST_OF_SUBSCRIPTION = 200

/** A repeat within this time replaces the address that nobody may have seen. */
export const REPEAT_WINDOW_MS = 10 * 60_000

const CALENDAR_DAYS = 90

/** 256 random bits; what does not look so is no address of ours. */
export const isSecret = (text: string) => /^bnf_[A-Za-z0-9_-]{43}$/.test(text)
export const toSecret = (random: Buffer) => `bnf_${random.toString('base64url')}`

/** Owners see and revoke all feeds of the subscription, others their own. */
export const creatorInReach = (role: SubscriptionRole, principalId: string) =>
  role === 'owner' ? undefined : principalId

export function toUrls(managementUrl: string, secret: string) {
  const address = `${managementUrl}/feeds/v1/${secret}`
  return { eventsUrl: `${address}/events.atom`, maintenanceUrl: `${address}/maintenance.ics` }
}

/** Maintenance that is planned, is going on, or began in the last 90 days. */
export function toMaintenanceFilter(filter: EventFilter | undefined, now: Date): EventFilter {
  const since = new Date(now.getTime() - CALENDAR_DAYS * DAY_MS)
  const parts: EventFilter[] = [
    { op: 'eq', field: 'eventType', value: 'PlannedMaintenance' },
    { op: 'ge', field: 'impactStartTime', value: since },
  ]
  return { op: 'and', parts: filter ? [...parts, filter] : parts }
}

/** Of an IPv6 address, the digits, because ids have no colons. */
export const toHostName = (url: string) =>
  new URL(url).hostname.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replaceAll(/^-|-$/g, '')

/** RFC 4151: an id that stays the same wherever the entry is read. */
export const toTag = (host: string, name: string) => `tag:${host},2026:${name}`

import {
  eventPropertiesEventLevelValues as LEVELS,
  eventPropertiesStatusValues as STATUSES,
  eventPropertiesEventTypeValues as TYPES,
} from '../../../../client/generated/service-health.ts'
import { readTableView, type TableView } from '../../../ui/table/table-view.ts'
import type { EventLevel, EventStatus, EventType } from './event-summary.ts'

/** What the list of events shows: kept in the address. */
export type EventView = TableView & {
  type?: EventType
  status?: EventStatus
  level?: EventLevel
  service?: string
  region?: string
  days?: number
}

export { LEVELS, STATUSES, TYPES }
export const DAYS = [1, 3, 7, 30, 90] as const
export const DEFAULT_DAYS = 30

const pick = <Value>(known: readonly Value[], given: unknown): Value | undefined =>
  known.find((value) => value === given)

const toText = (given: unknown): string | undefined =>
  given === undefined || given === '' ? undefined : String(given)

/** For `validateSearch`. What is not known is left out. */
export function readEventView(search: Record<string, unknown>): EventView {
  const view = {
    type: pick(TYPES, search.type),
    status: pick(STATUSES, search.status),
    level: pick(LEVELS, search.level),
    service: toText(search.service),
    region: toText(search.region),
    days: pick<number>(DAYS, search.days),
  }
  const given = Object.entries(view).filter(([, value]) => value !== undefined)
  return { ...readTableView(search), ...Object.fromEntries(given) }
}

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`

/** The `$filter` that a view stands for, or nothing. */
export function toFilter({ type, status, level, service, region }: EventView): string | undefined {
  const fields = { eventType: type, status, eventLevel: level, service, region }
  const comparisons = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [`${field} eq ${quote(value)}`],
  )
  return comparisons.length > 0 ? comparisons.join(' and ') : undefined
}

type Asked = Readonly<{ subscriptionId: string; since: string; filter: string | undefined }>

type Api = Readonly<{ managementUrl: string; vendor: string; version: string }>

/** For a shell: everything that would end the quotes is encoded. */
const encode = (value: string) => encodeURIComponent(value).replaceAll("'", '%27')

export function toApiCall({ subscriptionId, since, filter }: Asked, api: Api): string {
  const { managementUrl, vendor, version } = api
  const path = `/subscriptions/${encode(subscriptionId)}/providers/${vendor}.ResourceHealth/events`
  const filterQuery = filter === undefined ? '' : `&$filter=${encode(filter)}`
  const address = `${managementUrl}${path}?api-version=${version}&queryStartTime=${encode(since)}${filterQuery}`
  return `curl -H 'Authorization: Bearer <ACCESS_TOKEN>' '${address}'`
}

const inDoubleQuotes = (value: string) => `"${value.replaceAll(/[\\"$`]/g, String.raw`\$&`)}"`

export function toCommand({ subscriptionId, since, filter }: Asked): string {
  const filterOption = filter === undefined ? '' : ` --filter ${inDoubleQuotes(filter)}`
  return `binnacle events list --subscription ${subscriptionId} --since ${since}${filterOption}`
}

import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/service-health.ts'
import { listAll } from '../../client/pages.ts'
import type { Command, Given, Group } from '../command.ts'
import type { Context } from '../context.ts'
import { needSubscription } from '../targets.ts'
import {
  type Column,
  isForPeople,
  printFields,
  printRows,
  toPlain,
  toRelative,
} from '../terminal/output.ts'
import { toPause, watch as watchOver } from '../terminal/watch.ts'

type Event = components['schemas']['Event']

const VERSION = '2025-05-01'
const EVENTS = '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events'

const SUBSCRIPTION = [
  '--subscription <id>',
  'the subscription (default: from the profile)',
] as const
const WHICH = [
  SUBSCRIPTION,
  ['--filter <expression>', `an OData filter, such as "eventType eq 'ServiceIssue'"`],
  ['--since <time>', 'only events that changed after this time, such as 2026-10-01'],
] as const

const COLUMNS: readonly Column<Event>[] = [
  { header: 'Event', value: ({ name }) => name },
  { header: 'Status', value: ({ properties }) => properties.status },
  { header: 'Level', value: ({ properties }) => properties.eventLevel, isExtra: true },
  { header: 'Type', value: ({ properties }) => properties.eventType },
  { header: 'Title', value: ({ properties }) => properties.title, kind: 'prose' },
  { header: 'Where', value: toServiceRegions, kind: 'prose' },
  {
    header: 'Updated',
    value: ({ properties }) => properties.lastUpdateTime,
    kind: 'time',
    isExtra: true,
  },
]

function toServiceRegions({ properties: { impact = [] } }: Event): string {
  const serviceRegions = impact.map(({ impactedService = '', impactedRegions = [] }) => {
    const regions = impactedRegions.flatMap(({ impactedRegion }) => impactedRegion ?? [])
    return regions.length > 0 ? `${impactedService} (${regions.join(', ')})` : impactedService
  })
  return serviceRegions.join('; ')
}

type Update = Readonly<{ at: string; said: string }>

/** What was said since, newest first. Each stands in every region it was said for; people read it once. */
function updatesOf({ properties: { impact = [] } }: Event): Update[] {
  const said = impact
    .flatMap(({ impactedRegions = [] }) => impactedRegions)
    .flatMap(({ updates = [] }) => updates)
    .map(({ updateDateTime: at = '', summary = '' }) => ({ at, said: summary }))
    .filter(({ said }) => said !== '')
  const once = new Map(said.map((update) => [`${update.at} ${update.said}`, update]))
  return [...once.values()].toSorted((one, other) => other.at.localeCompare(one.at))
}

/** Active before resolved, then the highest priority: the order in which they need attention. */
const byAttention = (one: Event, other: Event) =>
  Number(one.properties.status === 'Resolved') - Number(other.properties.status === 'Resolved') ||
  (one.properties.priority ?? 0) - (other.properties.priority ?? 0)

async function listEvents(context: Context, given: Given): Promise<Event[]> {
  const subscriptionId = await needSubscription(context, given)
  const [$filter, queryStartTime] = [given.text('filter'), given.text('since')]
  const client = await context.serviceHealth()
  return listAll((cursor) =>
    dataOf(
      client.GET(EVENTS, {
        params: {
          path: { subscriptionId },
          query: {
            'api-version': VERSION,
            ...($filter !== undefined && { $filter }),
            ...(queryStartTime !== undefined && { queryStartTime }),
            ...(cursor !== undefined && { $skipToken: cursor }),
          },
        },
      }),
    ),
  )
}

const list: Command = {
  name: 'list',
  about: 'list the health events of a subscription',
  example: 'binnacle events list --subscription sub-a',
  options: WHICH,
  async run(context, given) {
    const events = await listEvents(context, given)
    printRows(context, events.toSorted(byAttention), COLUMNS, events)
    if (events.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus('This subscription has no events.\n')
    }
  },
}

const show: Command = {
  name: 'show <event>',
  about: 'show an event by its tracking id',
  example: 'binnacle events show $EVENT --subscription sub-a',
  options: [SUBSCRIPTION, ['--details', 'include sensitive details; the audit trail records this']],
  async run(context, given) {
    const [trackingId = ''] = given.args
    const path = { subscriptionId: await needSubscription(context, given), trackingId }
    const params = { path, query: { 'api-version': VERSION } }
    const client = await context.serviceHealth()
    const event = await dataOf(
      given.flag('details')
        ? client.POST(`${EVENTS}/{trackingId}/fetchEventDetails`, { params })
        : client.GET(`${EVENTS}/{trackingId}`, { params }),
    )
    printFields(context, event, [
      ...COLUMNS,
      { header: 'Began', value: ({ properties }) => properties.impactStartTime, kind: 'time' },
      { header: 'Summary', value: ({ properties }) => properties.summary },
      { header: 'Description', value: ({ properties }) => properties.description },
      ...updatesOf(event).map(({ at, said }) => ({
        header: 'Update',
        value: () => `${isForPeople(context) ? toRelative(at, Date.now()) : at}: ${said}`,
      })),
    ])
  },
}

const watch: Command = {
  name: 'watch',
  about: 'print active events and each new change, until Ctrl-C',
  example: 'binnacle events watch --subscription sub-a',
  options: [...WHICH, ['--interval <seconds>', 'the polling interval (default: 15)']],
  async run(context, given) {
    const pauseS = toPause(given.whole('interval') ?? 15)
    const seen = new Map<string, string | undefined>()
    let isFirst = true
    await watchOver(context.io, {
      pauseS,
      waiting: 'Watching for events',
      async check() {
        const events = await listEvents(context, given)
        const news = events.filter((event) => isNews(event, seen, isFirst))
        for (const event of events) seen.set(event.name, event.properties.lastUpdateTime)
        isFirst = false
        printNews(context, news.toSorted(byAttention))
        return false
      },
    })
  },
}

function isNews(
  { name, properties }: Event,
  seen: ReadonlyMap<string, string | undefined>,
  isFirst: boolean,
): boolean {
  if (isFirst) return properties.status === 'Active'
  return seen.get(name) !== properties.lastUpdateTime
}

/** A line per event, in every format: what is not yet over cannot be one document. */
function printNews(context: Context, events: readonly Event[]): void {
  const { io, format } = context
  if (format === 'json') for (const event of events) io.out(`${JSON.stringify(event)}\n`)
  else if (isForPeople(context)) for (const event of events) io.out(toNews(event))
  else printRows({ io, format: 'tsv' }, events, COLUMNS)
}

/** As a log has it: the time first, in the zone of whoever watches. */
function toNews(event: Event): string {
  const { lastUpdateTime = '', status, eventLevel, eventType, title } = event.properties
  const time = new Date(lastUpdateTime).toLocaleTimeString('sv')
  const [latest] = updatesOf(event)
  const about = [time, event.name, status, eventLevel, eventType, title]
  const fields = [...about, toServiceRegions(event), latest?.said]
  return `${fields.filter(Boolean).map(String).map(toPlain).join('  ')}\n`
}

export const events: Group = {
  name: 'events',
  about: 'view service health events',
  commands: [list, show, watch],
}

import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/notifications.ts'
import { listUpTo } from '../../../client/pages.ts'
import type { Command, Given } from '../../command.ts'
import { usage } from '../../failure.ts'
import { type Column, printName, printRows, toJson } from '../../terminal/output.ts'
import { NOTIFICATIONS, SUBSCRIPTION, targetOf } from './target.ts'

type Delivery = components['schemas']['Delivery']
type ReplayInput = components['schemas']['ReplayInput']

const COLUMNS: readonly Column<Delivery>[] = [
  { header: 'Id', value: ({ id }) => id },
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'About', value: ({ trackingId, subject }) => trackingId ?? subject },
  { header: 'State', value: ({ state }) => state },
  { header: 'Attempts', value: ({ attempts }) => attempts.at(-1)?.number ?? 0, kind: 'number' },
  { header: 'Last answer', value: toAnswer, kind: 'prose' },
  { header: 'Created', value: ({ createdAt }) => createdAt, kind: 'time' },
]

/** The status, or why there was none. */
function toAnswer({ attempts }: Delivery) {
  const last = attempts.at(-1)
  return last?.status ?? last?.reason
}

const USUAL = 100

export const deliveries: Command = {
  name: 'deliveries <name>',
  about: 'list the deliveries of a notification with their last attempts, latest first',
  example: 'binnacle notifications deliveries on-call --subscription sub-a',
  options: [
    SUBSCRIPTION,
    ['--limit <number>', `the maximum number of deliveries (default: ${USUAL})`],
  ],
  async run(context, given) {
    const target = await targetOf(context, given)
    const client = await context.notifications()
    const found = await listUpTo(given.whole('limit') ?? USUAL, (cursor) => {
      const params = { ...target, query: cursor === undefined ? {} : { $skipToken: cursor } }
      return dataOf(client.GET(`${NOTIFICATIONS}/{name}/deliveries`, { params }))
    })
    printRows(context, found, COLUMNS)
  },
}

export const test: Command = {
  name: 'test <name>',
  about: 'send a test message, and print the id of its delivery',
  example: 'binnacle notifications test on-call --subscription sub-a',
  options: [SUBSCRIPTION],
  async run(context, given) {
    const params = await targetOf(context, given)
    const client = await context.notifications()
    const sent = await dataOf(client.POST(`${NOTIFICATIONS}/{name}/test`, { params }))
    printName(context, sent.deliveryId, sent)
    context.report(
      `To see its attempts, run: binnacle notifications deliveries ${params.path.name}`,
    )
  },
}

export const replay: Command = {
  name: 'replay <name> [delivery]',
  about: 'send one delivery again, or all deliveries from a period, and print how many there are',
  example: 'binnacle notifications replay on-call $DELIVERY --subscription sub-a',
  options: [
    SUBSCRIPTION,
    ['--from <time>', 'send deliveries created since this time, such as 2026-10-01T14:00Z'],
    ['--to <time>', 'send deliveries created before this time (default: now)'],
  ],
  async run(context, given) {
    const body = toReplay(given)
    const params = await targetOf(context, given)
    const client = await context.notifications()
    const done = await dataOf(client.POST(`${NOTIFICATIONS}/{name}/replay`, { params, body }))
    context.io.out(context.format === 'json' ? toJson(done) : `${done.count}\n`)
  },
}

function toReplay(given: Given): ReplayInput {
  const [, deliveryId] = given.args
  const [from, to] = [given.text('from'), given.text('to')]
  if (deliveryId) {
    if (from === undefined && to === undefined) return { deliveryId }
    throw usage('A delivery cannot be combined with --from and --to.')
  }
  if (from === undefined) {
    throw usage(
      'Neither a delivery nor a period was specified.',
      'Specify the id of a delivery, or --from and --to.',
    )
  }
  const end = to === undefined ? new Date().toISOString() : toTime(to, '--to')
  return { from: toTime(from, '--from'), to: end }
}

function toTime(text: string, option: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) {
    throw usage(`${option} must be a time such as 2026-10-01T14:00Z, not ${text}.`)
  }
  return new Date(time).toISOString()
}

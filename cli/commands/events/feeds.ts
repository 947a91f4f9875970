import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/feeds.ts'
import type { Command, Group } from '../../command.ts'
import { needSubscription } from '../../targets.ts'
import { confirm, YES } from '../../terminal/confirm.ts'
import { type Column, printRows, toJson } from '../../terminal/output.ts'

type Feed = components['schemas']['Feed']

const FEEDS = '/feeds/v1/subscriptions/{subscriptionId}/feeds'
const SUBSCRIPTION = [
  '--subscription <id>',
  'the subscription (default: from the profile)',
] as const

const COLUMNS: readonly Column<Feed>[] = [
  { header: 'Id', value: ({ id }) => id },
  { header: 'Description', value: ({ description }) => description, kind: 'prose' },
  { header: 'Created by', value: ({ createdBy }) => createdBy },
  { header: 'Created', value: ({ createdAt }) => createdAt, kind: 'time' },
]

const list: Command = {
  name: 'list',
  about: 'list your feed addresses for a subscription, or all of them as an owner',
  example: 'binnacle events feeds list --subscription sub-a',
  options: [SUBSCRIPTION],
  async run(context, given) {
    const path = { subscriptionId: await needSubscription(context, given) }
    const client = await context.feeds()
    const { value } = await dataOf(client.GET(FEEDS, { params: { path } }))
    printRows(context, value, COLUMNS)
  },
}

const create: Command = {
  name: 'create',
  about:
    'create a feed address, and print the addresses of its Atom feed and its calendar, which are shown only once',
  example: 'binnacle events feeds create --description "Team calendar" --subscription sub-a',
  options: [SUBSCRIPTION, ['--description <text>', 'the program that will read the feed']],
  async run(context, given) {
    const body = { description: given.need('description') }
    const path = { subscriptionId: await needSubscription(context, given) }
    const client = await context.feeds()
    const created = await dataOf(client.POST(FEEDS, { params: { path }, body }))
    const { io, format } = context
    if (format === 'json') return io.out(toJson(created))
    io.out(`${created.eventsUrl}\n${created.maintenanceUrl}\n`)
    io.printStatus(
      `Created the feed ${created.id}. Anyone with these addresses can read the feed. They are not shown again.\n`,
    )
  },
}

const revoke: Command = {
  name: 'revoke <id>',
  about: 'revoke a feed address that you created, or any of them as an owner',
  example: 'binnacle events feeds revoke $FEED --subscription sub-a --yes',
  options: [SUBSCRIPTION, YES],
  async run(context, given) {
    const [feedId = ''] = given.args
    const path = { subscriptionId: await needSubscription(context, given), feedId }
    await confirm(context, given, {
      question: `Revoke the feed ${feedId}?`,
      consequence: 'From now on, its addresses return 404.',
    })
    const client = await context.feeds()
    await dataOf(client.DELETE(`${FEEDS}/{feedId}`, { params: { path } }))
    context.report(`Revoked the feed ${feedId}.`)
  },
}

export const feeds: Group = {
  name: 'feeds',
  about:
    'manage the addresses that feed readers and calendars use to read the events of a subscription',
  commands: [list, create, revoke],
}

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
  about: 'list your feed addresses of a subscription; an owner lists all',
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
    'create a feed address, and print its Atom feed and its calendar, which are shown only once',
  example: 'binnacle events feeds create --description "Team calendar" --subscription sub-a',
  options: [SUBSCRIPTION, ['--description <text>', 'which program will read the feed']],
  async run(context, given) {
    const body = { description: given.need('description') }
    const path = { subscriptionId: await needSubscription(context, given) }
    const client = await context.feeds()
    const created = await dataOf(client.POST(FEEDS, { params: { path }, body }))
    const { io, format } = context
    if (format === 'json') return io.out(toJson(created))
    io.out(`${created.eventsUrl}\n${created.maintenanceUrl}\n`)
    io.printStatus(
      `Created the feed ${created.id}. Whoever has these addresses can read it; they are not shown again.\n`,
    )
  },
}

const revoke: Command = {
  name: 'revoke <id>',
  about: 'revoke a feed address; an owner revokes any',
  example: 'binnacle events feeds revoke $FEED --subscription sub-a --yes',
  options: [SUBSCRIPTION, YES],
  async run(context, given) {
    const [feedId = ''] = given.args
    const path = { subscriptionId: await needSubscription(context, given), feedId }
    await confirm(context, given, {
      question: `Revoke the feed ${feedId}?`,
      consequence: 'Programs that read its addresses will get 404 from now on.',
    })
    const client = await context.feeds()
    await dataOf(client.DELETE(`${FEEDS}/{feedId}`, { params: { path } }))
    context.report(`Revoked the feed ${feedId}.`)
  },
}

export const feeds: Group = {
  name: 'feeds',
  about: 'addresses at which feed readers and calendars read the events of a subscription',
  commands: [list, create, revoke],
}

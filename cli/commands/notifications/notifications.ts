import { dataOf } from '../../../client/api-client.ts'
import { ApiError } from '../../../client/api-error.ts'
import {
  type components,
  notificationKindValues,
  notificationNoticesValues,
} from '../../../client/generated/notifications.ts'
import { type Command, type Given, type Group, oneOf } from '../../command.ts'
import type { Context } from '../../context.ts'
import { EXIT, Failure, usage } from '../../failure.ts'
import { needSubscription } from '../../targets.ts'
import { confirm, YES } from '../../terminal/confirm.ts'
import { type Column, printFields, printName, printRows } from '../../terminal/output.ts'
import { deliveries, replay, test } from './deliveries.ts'
import { secrets } from './secrets.ts'
import { NOTIFICATIONS, SUBSCRIPTION, targetOf } from './target.ts'

type Notification = components['schemas']['Notification']
type NotificationInput = components['schemas']['NotificationInput']

const ONE = `${NOTIFICATIONS}/{name}` as const

const COLUMNS: readonly Column<Notification>[] = [
  { header: 'Name', value: ({ name }) => name },
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'State', value: toState },
  { header: 'Address', value: ({ address }) => address, kind: 'prose' },
  { header: 'Filter', value: ({ filter }) => filter, kind: 'prose', isExtra: true },
  {
    header: 'Notices',
    value: ({ notices }) => notices.join(', '),
    kind: 'prose',
    isExtra: true,
  },
]

const FIELDS: readonly Column<Notification>[] = [
  ...COLUMNS,
  { header: 'Off since', value: ({ off }) => off?.at, kind: 'time' },
  { header: 'Failing since', value: ({ failingSince }) => failingSince, kind: 'time' },
  { header: 'Next attempt', value: ({ nextAttemptAt }) => nextAttemptAt, kind: 'time' },
  { header: 'Secrets', value: ({ hasPreviousSecret }) => (hasPreviousSecret ? 'two' : '') },
  { header: 'Created by', value: ({ createdBy }) => createdBy },
  { header: 'Created', value: ({ createdAt }) => createdAt, kind: 'time' },
]

function toState({ off, receiver, failingSince }: Notification): string {
  if (off) return `off (${off.reason})`
  if (receiver === 'waiting') return 'waiting for its receiver'
  if (receiver === 'stopped') return 'stopped by its receiver'
  return failingSince === undefined ? 'on' : 'failing'
}

const list: Command = {
  name: 'list',
  about: 'list the notifications of a subscription',
  example: 'binnacle notifications list --subscription sub-a',
  options: [SUBSCRIPTION],
  async run(context, given) {
    const path = { subscriptionId: await needSubscription(context, given) }
    const client = await context.notifications()
    const { value } = await dataOf(client.GET(NOTIFICATIONS, { params: { path } }))
    printRows(context, value, COLUMNS)
  },
}

const show: Command = {
  name: 'show <name>',
  about: 'show a notification and its state',
  example: 'binnacle notifications show on-call --subscription sub-a',
  options: [SUBSCRIPTION],
  async run(context, given) {
    const params = await targetOf(context, given)
    const client = await context.notifications()
    printFields(context, await dataOf(client.GET(ONE, { params })), FIELDS)
  },
}

const CONTENT = [
  [
    '--filter <expression>',
    `an OData filter that selects events, such as "eventType eq 'ServiceIssue'" ("" selects all)`,
  ],
  ['--notice <notice>...', `what is sent: ${notificationNoticesValues.join(', ')}`],
  ['--hours-before <number>', 'how many hours before the maintenance the first reminder is sent'],
] as const

/** What was given of that which can change; the rest stays, or has its default. */
function toContent(given: Given): Pick<NotificationInput, 'filter' | 'notices' | 'hoursBefore'> {
  const filter = given.text('filter')
  const hoursBefore = given.whole('hoursBefore')
  const notices = given
    .list('notice')
    .map((notice) => oneOf(notificationNoticesValues, notice, '--notice'))
  return {
    ...(filter !== undefined && { filter }),
    ...(notices.length > 0 && { notices }),
    ...(hoursBefore !== undefined && { hoursBefore }),
  }
}

const create: Command = {
  name: 'create <name>',
  about: 'create a notification, and print the secret of a web hook, which is shown only once',
  example:
    'binnacle notifications create on-call --kind slack --address https://hooks.slack.example/services/T0/B0/x --subscription sub-a',
  options: [
    SUBSCRIPTION,
    ['--kind <kind>', notificationKindValues.join(', ')],
    ['--address <address>', 'where messages are sent: a URL, or an e-mail address'],
    ...CONTENT,
  ],
  async run(context, given) {
    const kind = oneOf(notificationKindValues, given.need('kind'), '--kind')
    const body = { kind, address: given.need('address'), ...toContent(given) }
    const params = await targetOf(context, given)
    await requireNew(context, params)
    const client = await context.notifications()
    const saved = await dataOf(client.PUT(ONE, { params, body }))
    const { secret, name } = saved
    printName(context, secret ?? name, saved)
    if (saved.receiver === 'waiting') {
      context.io.printStatus(
        `Asked ${saved.address} to confirm. Until the receiver has confirmed, nothing else is sent.\n`,
      )
    }
    if (secret !== undefined && context.format !== 'json') {
      context.io.printStatus(
        `Created the notification ${name}. Store its secret now; it is not shown again.\n`,
      )
    }
  },
}

type Params = Awaited<ReturnType<typeof targetOf>>

/** The API replaces what has the name. Whoever creates does not mean to. */
async function requireNew(context: Context, params: Params): Promise<void> {
  const client = await context.notifications()
  const found = await dataOf(client.GET(ONE, { params })).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NotificationNotFound') return undefined
    throw error
  })
  if (!found) return
  const { name } = found
  throw new Failure(
    EXIT.failed,
    'NotificationExists',
    `The subscription already has a notification ${name}. To change it, run: binnacle notifications change ${name}`,
  )
}

const change: Command = {
  name: 'change <name>',
  about: 'change what a notification sends or its address, or turn it on or off',
  example:
    'binnacle notifications change on-call --filter "eventType eq \'ServiceIssue\'" --subscription sub-a',
  options: [
    SUBSCRIPTION,
    ...CONTENT,
    ['--address <address>', 'the new address; the secret of a web hook does not change'],
    ['--on', 'turn it on'],
    ['--off', 'turn it off'],
  ],
  async run(context, given) {
    const content = { ...toContent(given), ...toSwitch(given) }
    const address = given.text('address')
    if (address === undefined && Object.keys(content).length === 0) {
      throw usage('Nothing was specified to change.')
    }
    const params = await targetOf(context, given)
    const client = await context.notifications()
    if (address === undefined) {
      await dataOf(client.PATCH(ONE, { params, body: content }))
    } else {
      const { kind, filter, notices, hoursBefore, enabled } = await dataOf(
        client.GET(ONE, { params }),
      )
      const before = {
        ...{ kind, notices, enabled },
        ...(filter !== undefined && { filter }),
        ...(hoursBefore !== undefined && { hoursBefore }),
      }
      await dataOf(client.PUT(ONE, { params, body: { ...before, ...content, address } }))
    }
    context.report(`Changed the notification ${params.path.name}.`)
  },
}

function toSwitch(given: Given): Readonly<{ enabled?: boolean }> {
  const [isOn, isOff] = [given.flag('on'), given.flag('off')]
  if (isOn && isOff) throw usage('--on and --off cannot be used together.')
  return isOn || isOff ? { enabled: isOn } : {}
}

const ask: Command = {
  name: 'ask <name>',
  about: 'send another confirmation e-mail to the receiver',
  example: 'binnacle notifications ask mail --subscription sub-a',
  options: [SUBSCRIPTION],
  async run(context, given) {
    const params = await targetOf(context, given)
    const client = await context.notifications()
    const { address } = await dataOf(client.POST(`${ONE}/confirmation`, { params }))
    context.report(`Asked ${address} to confirm.`)
  },
}

const remove: Command = {
  name: 'delete <name>',
  about: 'delete a notification and its deliveries',
  example: 'binnacle notifications delete on-call --subscription sub-a --yes',
  options: [SUBSCRIPTION, YES],
  async run(context, given) {
    const params = await targetOf(context, given)
    const { name } = params.path
    await confirm(context, given, {
      question: `Delete the notification ${name}?`,
      consequence: 'From now on, it sends nothing. Its deliveries are deleted.',
    })
    const client = await context.notifications()
    await dataOf(client.DELETE(ONE, { params }))
    context.report(`Deleted the notification ${name}.`)
  },
}

export const notifications: Group = {
  name: 'notifications',
  about: 'manage messages about a subscription to web hooks, channels and e-mail addresses',
  commands: [list, create, show, change, ask, test, deliveries, replay, secrets, remove],
}

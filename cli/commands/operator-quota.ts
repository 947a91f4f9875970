import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/operator.ts'
import { listAll } from '../../client/pages.ts'
import type { Command, Group } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { type Column, printRows } from '../output.ts'

type Waiting = components['schemas']['WaitingSubRequest']
type Decision = components['schemas']['QuotaDecision']

const COLUMNS: readonly Column<Waiting>[] = [
  { header: 'Id', value: ({ subRequestId }) => subRequestId },
  { header: 'Subscription', value: ({ subscriptionId }) => subscriptionId, isExtra: true },
  { header: 'Resource', value: ({ resource }) => resource },
  {
    header: 'Where',
    value: ({ provider, location }) => `${provider}, ${location}`,
    kind: 'prose',
    isExtra: true,
  },
  { header: 'Used', value: ({ currentValue }) => currentValue, kind: 'number', isExtra: true },
  { header: 'Limit', value: ({ currentLimit }) => currentLimit, kind: 'number' },
  { header: 'Asked for', value: ({ askedLimit }) => askedLimit, kind: 'number' },
  { header: 'Asked by', value: ({ requestedBy }) => requestedBy, isExtra: true },
  { header: 'Since', value: ({ waitingSince }) => waitingSince, kind: 'time', isExtra: true },
]

async function listWaiting(context: Context): Promise<Waiting[]> {
  const client = await context.operator()
  return listAll((marker) =>
    dataOf(
      client.GET('/operator/v1/quota/waiting', {
        params: { query: marker === undefined ? {} : { $skiptoken: marker } },
      }),
    ),
  )
}

const list: Command = {
  name: 'list',
  about: 'what waits for a person, the oldest first',
  example: 'binnacle operator quota list',
  async run(context) {
    const waiting = await listWaiting(context)
    printRows(context, waiting, COLUMNS)
    if (waiting.length === 0 && context.io.isHeard) context.io.talk('Nothing waits for a person.\n')
  },
}

const approve: Command = {
  name: 'approve <id>',
  about: 'grant what waits, or less of it',
  example:
    'binnacle operator quota approve $WAITING --limit 250 --reason "That is what the hall has left."',
  options: [
    ['--reason <text>', 'the requester reads it'],
    ['--limit <number>', 'less than was asked for'],
  ],
  async run(context, given) {
    const [id = ''] = given.args
    const limit = given.whole('limit')
    const reason = given.need('reason')
    await decide(context, id, {
      decision: 'approve',
      reason,
      ...(limit !== undefined && { limit }),
    })
    context.report(`Approved ${id}.`)
  },
}

const deny: Command = {
  name: 'deny <id>',
  about: 'say no to what waits, and why',
  example: 'binnacle operator quota deny $WAITING --reason "The hall is full." --code OutOfRacks',
  options: [
    ['--reason <text>', 'the requester reads it'],
    ['--code <code>', 'the code it ends with; QuotaNotAvailableForResource otherwise'],
  ],
  async run(context, given) {
    const [id = ''] = given.args
    const code = given.text('code')
    const reason = given.need('reason')
    await decide(context, id, { decision: 'deny', reason, ...(code !== undefined && { code }) })
    context.report(`Denied ${id}.`)
  },
}

async function decide(context: Context, id: string, body: Decision): Promise<void> {
  const found = (await listWaiting(context)).find(({ subRequestId }) => subRequestId === id)
  if (!found) {
    throw new Failure(
      EXIT.missing,
      'NotWaiting',
      `Nothing with the id ${id} waits for a decision: it may be decided already, or withdrawn.`,
      'See what waits: binnacle operator quota list',
    )
  }
  const { subscriptionId, requestId, subRequestId } = found
  const client = await context.operator()
  await client.POST(
    '/operator/v1/subscriptions/{subscription_id}/quota/requests/{request_id}/{sub_request_id}/decision',
    {
      params: {
        path: {
          subscription_id: subscriptionId,
          request_id: requestId,
          sub_request_id: subRequestId,
        },
      },
      body,
    },
  )
}

export const operatorQuota: Group = {
  name: 'quota',
  about: 'decide what the rules leave to a person',
  commands: [list, approve, deny],
}

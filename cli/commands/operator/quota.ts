import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import type { Command, Group } from '../../command.ts'
import type { Context } from '../../context.ts'
import { EXIT, Failure } from '../../failure.ts'
import { type Column, printName, printRows } from '../../terminal/output.ts'

type Waiting = components['schemas']['WaitingSubRequest']
type GivenUp = components['schemas']['GivenUpSubRequest']
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
  { header: 'Requested', value: ({ requestedLimit }) => requestedLimit, kind: 'number' },
  { header: 'Requested by', value: ({ requestedBy }) => requestedBy, isExtra: true },
  { header: 'Since', value: ({ waitingSince }) => waitingSince, kind: 'time', isExtra: true },
]

const GIVEN_UP_COLUMNS: readonly Column<GivenUp>[] = [
  { header: 'Id', value: ({ subRequestId }) => subRequestId },
  { header: 'Subscription', value: ({ subscriptionId }) => subscriptionId, isExtra: true },
  { header: 'Resource', value: ({ resource }) => resource },
  {
    header: 'Where',
    value: ({ provider, location }) => `${provider}, ${location}`,
    kind: 'prose',
    isExtra: true,
  },
  { header: 'Requested', value: ({ requestedLimit }) => requestedLimit, kind: 'number' },
  { header: 'Attempts', value: ({ tries }) => tries, kind: 'number', isExtra: true },
  { header: 'Error', value: ({ lastError, code }) => lastError ?? code, kind: 'prose' },
  { header: 'Since', value: ({ gaveUpAt }) => gaveUpAt, kind: 'time', isExtra: true },
  { header: 'Tried again as', value: ({ retriedAs }) => retriedAs, isExtra: true },
]

async function listGivenUp(context: Context): Promise<GivenUp[]> {
  const client = await context.operator()
  return listRows((query) => client.GET('/operator/v1/quota/given-up', { params: { query } }))
}

async function listWaiting(context: Context): Promise<Waiting[]> {
  const client = await context.operator()
  return listRows((query) => client.GET('/operator/v1/quota/waiting', { params: { query } }))
}

const list: Command = {
  name: 'list',
  about: 'list the requests that are waiting for a decision, oldest first',
  example: 'binnacle operator quota list',
  async run(context) {
    const waiting = await listWaiting(context)
    printRows(context, waiting, COLUMNS)
    if (waiting.length === 0 && context.io.stderrIsTty)
      context.io.printStatus('No requests are waiting for a decision.\n')
  },
}

const approve: Command = {
  name: 'approve <id>',
  about: 'approve a request, in full or in part',
  example:
    'binnacle operator quota approve $WAITING --limit 250 --reason "Only 250 cores are available in this region."',
  options: [
    ['--reason <text>', 'the reason, shown to the requester'],
    ['--limit <number>', 'a limit below the requested limit'],
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
  about: 'deny a request',
  example:
    'binnacle operator quota deny $WAITING --reason "No capacity is left in this region." --code OutOfCapacity',
  options: [
    ['--reason <text>', 'the reason, shown to the requester'],
    ['--code <code>', 'the error code (default: QuotaNotAvailableForResource)'],
  ],
  async run(context, given) {
    const [id = ''] = given.args
    const code = given.text('code')
    const reason = given.need('reason')
    await decide(context, id, { decision: 'deny', reason, ...(code !== undefined && { code }) })
    context.report(`Denied ${id}.`)
  },
}

const givenUp: Command = {
  name: 'given-up',
  about: 'list the requests that failed after their last attempt, latest first',
  example: 'binnacle operator quota given-up',
  async run(context) {
    const rows = await listGivenUp(context)
    printRows(context, rows, GIVEN_UP_COLUMNS)
    if (rows.length === 0 && context.io.stderrIsTty)
      context.io.printStatus('No requests failed after their last attempt.\n')
  },
}

const retry: Command = {
  name: 'retry <id>',
  about: 'retry a failed request as a new request',
  example: 'binnacle operator quota retry $GIVEN_UP',
  async run(context, given) {
    const [id = ''] = given.args
    const found = (await listGivenUp(context)).find(({ subRequestId }) => subRequestId === id)
    if (!found) {
      throw new Failure(
        EXIT.missing,
        'NotGivenUp',
        `No request with the id ${id} failed after its last attempt.`,
        'List these requests: binnacle operator quota given-up',
      )
    }
    const client = await context.operator()
    const params = { path: toPath(found) }
    const { requestId } = await dataOf(client.POST(`${SUB_REQUEST}/retry`, { params }))
    printName(context, requestId, { requestId })
  },
}

const SUB_REQUEST =
  '/operator/v1/subscriptions/{subscription_id}/quota/requests/{request_id}/{sub_request_id}'

const toPath = ({ subscriptionId, requestId, subRequestId }: Waiting | GivenUp) => ({
  subscription_id: subscriptionId,
  request_id: requestId,
  sub_request_id: subRequestId,
})

async function decide(context: Context, id: string, body: Decision): Promise<void> {
  const found = (await listWaiting(context)).find(({ subRequestId }) => subRequestId === id)
  if (!found) {
    throw new Failure(
      EXIT.missing,
      'NotWaiting',
      `No request with the id ${id} is waiting for a decision. It may already have been granted, denied or replaced.`,
      'List the open requests: binnacle operator quota list',
    )
  }
  const client = await context.operator()
  await client.POST(`${SUB_REQUEST}/decision`, { params: { path: toPath(found) }, body })
}

export const operatorQuota: Group = {
  name: 'quota',
  about: 'approve or deny quota requests, and retry failed ones',
  commands: [list, approve, deny, givenUp, retry],
}

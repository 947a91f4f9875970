import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/quota.ts'
import { listAll } from '../../client/pages.ts'
import { type Command, type Given, type Group, toWhole } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, isInterrupted, quoteForShell } from '../failure.ts'
import { needQuotaScope, type QuotaScope } from '../targets.ts'
import { type Column, printFields, printName, printRows } from '../terminal/output.ts'
import { toPause, watch as watchOver } from '../terminal/watch.ts'

type Limit = components['schemas']['CurrentQuotaLimit']
type Request = components['schemas']['QuotaRequestDetails']
type SubRequest = components['schemas']['SubRequest']
type Preflight = components['schemas']['QuotaPreflight']

const query = { 'api-version': '2020-10-25' } as const
const AT =
  '/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}'

const SCOPE_OPTIONS = [
  ['--subscription <id>', 'the subscription (default: from the profile)'],
  ['--provider <name>', 'the resource provider, such as Microsoft.Compute'],
  ['--location <name>', 'the location, such as eastus'],
] as const
const EXAMPLE_SCOPE = '--subscription sub-a --provider Microsoft.Compute --location eastus'

const LIMITS: readonly Column<Limit>[] = [
  { header: 'Resource', value: ({ name }) => name },
  { header: 'Name', value: ({ properties }) => properties.name.localizedValue, kind: 'prose' },
  { header: 'Used', value: ({ properties }) => properties.currentValue, kind: 'number' },
  { header: 'Limit', value: ({ properties }) => properties.limit, kind: 'number' },
  { header: 'Unit', value: ({ properties }) => properties.unit, isExtra: true },
]

const REQUESTS: readonly Column<Request>[] = [
  { header: 'Request', value: ({ name }) => toRequestId(name) },
  { header: 'State', value: ({ properties }) => properties.provisioningState },
  {
    header: 'Limit',
    value: ({ properties }) => properties.value.map(toRequestedLimit).join(', '),
    kind: 'prose',
  },
  {
    header: 'Requested',
    value: ({ properties }) => properties.requestSubmitTime,
    kind: 'time',
    isExtra: true,
  },
  { header: 'Message', value: ({ properties }) => properties.message, kind: 'prose' },
]

const PREFLIGHT: readonly Column<Preflight>[] = [
  { header: 'Resource', value: ({ resource }) => resource },
  { header: 'Used', value: ({ currentValue }) => currentValue, kind: 'number' },
  { header: 'Limit', value: ({ currentLimit }) => currentLimit, kind: 'number' },
  { header: 'Requested', value: ({ limit }) => limit, kind: 'number' },
  { header: 'Outcome', value: ({ outcome }) => outcome },
  { header: 'Code', value: ({ code }) => code },
  { header: 'Replaces', value: ({ replaces }) => replaces },
  { header: 'Message', value: ({ message }) => message, kind: 'prose' },
]

/** A request is named with its subscription; everywhere else its id alone is meant. */
const toRequestId = (name: string) => name.split('/').at(-1) ?? name

const toRequestedLimit = ({ name, limit }: SubRequest) => `${name.value} ${limit}`

const limits: Command = {
  name: 'limits [resource]',
  about: 'list the resources with their usage and limit',
  example: `binnacle quota limits ${EXAMPLE_SCOPE}`,
  options: SCOPE_OPTIONS,
  async run(context, given) {
    const [resourceName = ''] = given.args
    const scope = await needQuotaScope(context, given)
    const client = await context.quota()
    if (resourceName) {
      const params = { path: { ...scope, resourceName }, query }
      const limit = await dataOf(client.GET(`${AT}/serviceLimits/{resourceName}`, { params }))
      return printFields(context, limit, LIMITS)
    }
    const found = await listAll((cursor) =>
      dataOf(
        client.GET(`${AT}/serviceLimits`, {
          params: {
            path: scope,
            query: { ...query, ...(cursor !== undefined && { $skiptoken: cursor }) },
          },
        }),
      ),
    )
    printRows(context, found, LIMITS)
  },
}

const request: Command = {
  name: 'request <resource> <limit>',
  about: 'request a new limit and print the id of the request',
  example: `binnacle quota request standardFSv2Family 30 ${EXAMPLE_SCOPE}`,
  options: [
    ...SCOPE_OPTIONS,
    ['--wait', 'wait until the request completes'],
    ['--dry-run', 'print the expected outcome, without sending the request'],
  ],
  async run(context, given) {
    const [resourceName = '', wanted = ''] = given.args
    const limit = toWhole(wanted, 'The limit')
    const scope = await needQuotaScope(context, given)
    if (given.flag('dryRun')) return check(context, scope, resourceName, limit)
    const client = await context.quota()
    const params = { path: { ...scope, resourceName }, query }
    const body = { properties: { limit } }
    const asked = await dataOf(client.PUT(`${AT}/serviceLimits/{resourceName}`, { params, body }))
    if (given.flag('wait')) return waitFor(context, scope, asked.requestId, given)
    printName(context, asked.requestId, asked)
    context.report(`Requested a limit of ${limit} for ${resourceName}: request ${asked.requestId}.`)
  },
}

const NOT_GRANTED: ReadonlySet<string> = new Set(['AboveMaximum', 'Denied', 'Refused'])

async function check(
  context: Context,
  { subscriptionId, providerId: provider, location }: QuotaScope,
  resource: string,
  limit: number,
): Promise<void> {
  const client = await context.quota()
  const { value } = await dataOf(
    client.POST('/subscriptions/{subscriptionId}/providers/Binnacle.Capacity/preflight', {
      params: { path: { subscriptionId }, query },
      body: { value: [{ provider, location, resource, limit }] },
    }),
  )
  for (const prediction of value) printFields(context, prediction, PREFLIGHT)
  const [refused] = value.filter(({ outcome }) => NOT_GRANTED.has(outcome))
  if (!refused) return
  throw new Failure(
    EXIT.failed,
    refused.code ?? refused.outcome,
    `The request would not be granted. ${refused.message}`,
    'Nothing was sent.',
  )
}

/** Whoever stops waiting has not taken the request back. */
async function waitFor(
  context: Context,
  scope: QuotaScope,
  id: string,
  given: Given,
): Promise<void> {
  // A job that is cut off must not lose it.
  if (!context.io.stderrIsTty) context.io.printStatus(`Request ${id}\n`)
  try {
    await follow(context, scope, id, 2)
  } catch (error) {
    if (isInterrupted(error) && context.io.stderrIsTty) {
      const typed = ['subscription', 'provider', 'location'].map((option) => {
        const value = given.text(option)
        return value === undefined ? '' : ` --${option} ${quoteForShell(value)}`
      })
      context.io.printStatus(
        `The request is still in progress. To see its status: binnacle quota show ${id}${typed.join('')}\n`,
      )
    }
    throw error
  }
}

async function readRequest(context: Context, scope: QuotaScope, id: string): Promise<Request> {
  const client = await context.quota()
  const params = { path: { ...scope, id: toRequestId(id) }, query }
  return dataOf(client.GET(`${AT}/serviceLimitsRequests/{id}`, { params }))
}

const show: Command = {
  name: 'show <request>',
  about: 'show the status of a request',
  example: `binnacle quota show $REQUEST ${EXAMPLE_SCOPE}`,
  options: SCOPE_OPTIONS,
  async run(context, given) {
    const [id = ''] = given.args
    const scope = await needQuotaScope(context, given)
    printRequest(context, await readRequest(context, scope, id))
  },
}

function printRequest(context: Context, found: Request): void {
  const subRequests = found.properties.value.map(
    (subRequest): Column<Request> => ({
      header: subRequest.name.value,
      value: () => `${subRequest.provisioningState}: ${subRequest.message}`,
    }),
  )
  printFields(context, found, subRequests.length > 1 ? [...REQUESTS, ...subRequests] : REQUESTS)
}

const watch: Command = {
  name: 'watch <request>',
  about: 'wait until a request completes; exits with 0 if it was granted',
  example: `binnacle quota watch $REQUEST ${EXAMPLE_SCOPE} --interval 1`,
  options: [...SCOPE_OPTIONS, ['--interval <seconds>', 'the polling interval (default: 10)']],
  async run(context, given) {
    const [id = ''] = given.args
    const pauseS = toPause(given.whole('interval') ?? 10)
    await follow(context, await needQuotaScope(context, given), id, pauseS)
  },
}

const ENDS: ReadonlySet<string> = new Set(['Succeeded', 'Failed', 'Invalid'])

async function follow(
  context: Context,
  scope: QuotaScope,
  id: string,
  pauseS: number,
): Promise<void> {
  let last: Request | undefined
  await watchOver(context.io, {
    pauseS,
    waiting: `Waiting for request ${id}`,
    async check() {
      last = await readRequest(context, scope, id)
      return ENDS.has(last.properties.provisioningState)
    },
  })
  if (!last) return
  printRequest(context, last)
  const { provisioningState, message } = last.properties
  if (provisioningState === 'Succeeded') return
  throw new Failure(
    EXIT.failed,
    `Quota${provisioningState}`,
    `The request was not granted. ${message}`,
    'Request a lower limit, or contact your administrator.',
  )
}

const history: Command = {
  name: 'history',
  about: 'list the requests from the past year, newest first',
  example: `binnacle quota history ${EXAMPLE_SCOPE} --since 2026-01-01`,
  options: [...SCOPE_OPTIONS, ['--since <time>', 'only requests submitted after this time']],
  async run(context, given) {
    const scope = await needQuotaScope(context, given)
    const requests = await listRequests(context, scope, given)
    printRows(context, requests, REQUESTS)
    if (requests.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus(
        'No quota requests were found. To create one, see: binnacle quota request --help\n',
      )
    }
  },
}

async function listRequests(context: Context, scope: QuotaScope, given: Given): Promise<Request[]> {
  const since = given.text('since')
  const client = await context.quota()
  return listAll((cursor) =>
    dataOf(
      client.GET(`${AT}/serviceLimitsRequests`, {
        params: {
          path: scope,
          query: {
            ...query,
            ...(since !== undefined && { $filter: `requestSubmitTime ge ${since}` }),
            ...(cursor !== undefined && { $skiptoken: cursor }),
          },
        },
      }),
    ),
  )
}

export const quota: Group = {
  name: 'quota',
  about: 'view limits and request new ones',
  commands: [limits, request, show, watch, history],
}

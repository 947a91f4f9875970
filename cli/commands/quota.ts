import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/quota.ts'
import { listAll } from '../../client/pages.ts'
import { type Command, type Given, type Group, toWhole } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, isInterrupted, quoteForShell } from '../failure.ts'
import { type Column, printFacts, printName, printRows } from '../output.ts'
import { needQuotaPlace, type QuotaPlace } from '../places.ts'
import { toPause, watch as watchOver } from '../watch.ts'

type Limit = components['schemas']['CurrentQuotaLimit']
type Request = components['schemas']['QuotaRequestDetails']
type Part = components['schemas']['SubRequest']

const query = { 'api-version': '2020-10-25' } as const
const AT =
  '/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}'

const PLACE = [
  ['--subscription <id>', 'whose quota; the one of the profile otherwise'],
  ['--provider <name>', 'whose resources, like Microsoft.Compute'],
  ['--location <name>', 'where, like eastus'],
] as const
const THERE = '--subscription sub-a --provider Microsoft.Compute --location eastus'

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
    value: ({ properties }) => properties.value.map(toWish).join(', '),
    kind: 'prose',
  },
  {
    header: 'Asked',
    value: ({ properties }) => properties.requestSubmitTime,
    kind: 'time',
    isExtra: true,
  },
  { header: 'Message', value: ({ properties }) => properties.message, kind: 'prose' },
]

/** A request is named with its subscription; everywhere else its id alone is meant. */
const toRequestId = (name: string) => name.split('/').at(-1) ?? name

const toWish = ({ name, limit }: Part) => `${name.value} ${limit}`

const limits: Command = {
  name: 'limits [resource]',
  about: 'what there is, how much of it is in use, and the limit',
  example: `binnacle quota limits ${THERE}`,
  options: PLACE,
  async run(context, given) {
    const [resourceName = ''] = given.args
    const place = await needQuotaPlace(context, given)
    const client = await context.quota()
    if (resourceName) {
      const params = { path: { ...place, resourceName }, query }
      const limit = await dataOf(client.GET(`${AT}/serviceLimits/{resourceName}`, { params }))
      return printFacts(context, limit, LIMITS)
    }
    const found = await listAll((marker) =>
      dataOf(
        client.GET(`${AT}/serviceLimits`, {
          params: {
            path: place,
            query: { ...query, ...(marker !== undefined && { $skiptoken: marker }) },
          },
        }),
      ),
    )
    printRows(context, found, LIMITS)
  },
}

const request: Command = {
  name: 'request <resource> <limit>',
  about: 'ask for another limit, and print the id of the request',
  example: `binnacle quota request standardFSv2Family 30 ${THERE}`,
  options: [...PLACE, ['--wait', 'follow it to its end']],
  async run(context, given) {
    const [resourceName = '', wanted = ''] = given.args
    const limit = toWhole(wanted, 'The limit')
    const place = await needQuotaPlace(context, given)
    const client = await context.quota()
    const params = { path: { ...place, resourceName }, query }
    const body = { properties: { limit } }
    const asked = await dataOf(client.PUT(`${AT}/serviceLimits/{resourceName}`, { params, body }))
    if (given.flag('wait')) return waitFor(context, place, asked.requestId, given)
    printName(context, asked.requestId, asked)
    context.report(`Asked for ${limit} of ${resourceName}: request ${asked.requestId}.`)
  },
}

/** Whoever stops waiting has not taken the request back. */
async function waitFor(
  context: Context,
  place: QuotaPlace,
  id: string,
  given: Given,
): Promise<void> {
  // A job that is cut off must not lose it.
  if (!context.io.isHeard) context.io.talk(`Request ${id}\n`)
  try {
    await follow(context, place, id, 2)
  } catch (error) {
    if (isInterrupted(error) && context.io.isHeard) {
      const typed = ['subscription', 'provider', 'location'].map((option) => {
        const value = given.text(option)
        return value === undefined ? '' : ` --${option} ${quoteForShell(value)}`
      })
      context.io.talk(
        `The request goes on. Look again: binnacle quota show ${id}${typed.join('')}\n`,
      )
    }
    throw error
  }
}

async function readRequest(context: Context, place: QuotaPlace, id: string): Promise<Request> {
  const client = await context.quota()
  const params = { path: { ...place, id: toRequestId(id) }, query }
  return dataOf(client.GET(`${AT}/serviceLimitsRequests/{id}`, { params }))
}

const show: Command = {
  name: 'show <request>',
  about: 'how a request is getting on',
  example: `binnacle quota show $REQUEST ${THERE}`,
  options: PLACE,
  async run(context, given) {
    const [id = ''] = given.args
    const place = await needQuotaPlace(context, given)
    printRequest(context, await readRequest(context, place, id))
  },
}

function printRequest(context: Context, found: Request): void {
  const parts = found.properties.value.map(
    (part): Column<Request> => ({
      header: part.name.value,
      value: () => `${part.provisioningState}: ${part.message}`,
    }),
  )
  printFacts(context, found, parts.length > 1 ? [...REQUESTS, ...parts] : REQUESTS)
}

const watch: Command = {
  name: 'watch <request>',
  about: 'follow a request to its end; exit code 0 if it was granted',
  example: `binnacle quota watch $REQUEST ${THERE} --interval 1`,
  options: [...PLACE, ['--interval <seconds>', 'how long to wait between two looks; 10 otherwise']],
  async run(context, given) {
    const [id = ''] = given.args
    const pauseS = toPause(given.whole('interval') ?? 10)
    await follow(context, await needQuotaPlace(context, given), id, pauseS)
  },
}

const ENDS: ReadonlySet<string> = new Set(['Succeeded', 'Failed', 'Invalid'])

async function follow(
  context: Context,
  place: QuotaPlace,
  id: string,
  pauseS: number,
): Promise<void> {
  let last: Request | undefined
  await watchOver(context.io, {
    pauseS,
    waiting: `Waiting for the end of request ${id}`,
    async look() {
      last = await readRequest(context, place, id)
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
    'Ask for less, or talk to the operator.',
  )
}

const history: Command = {
  name: 'history',
  about: 'the requests of the last year, latest first',
  example: `binnacle quota history ${THERE} --since 2026-01-01`,
  options: [...PLACE, ['--since <time>', 'only those asked for after this time']],
  async run(context, given) {
    const place = await needQuotaPlace(context, given)
    const requests = await listRequests(context, place, given)
    printRows(context, requests, REQUESTS)
    if (requests.length === 0 && context.io.isHeard) {
      context.io.talk('Nothing was asked for here. Ask: binnacle quota request --help\n')
    }
  },
}

async function listRequests(context: Context, place: QuotaPlace, given: Given): Promise<Request[]> {
  const since = given.text('since')
  const client = await context.quota()
  return listAll((marker) =>
    dataOf(
      client.GET(`${AT}/serviceLimitsRequests`, {
        params: {
          path: place,
          query: {
            ...query,
            ...(since !== undefined && { $filter: `requestSubmitTime ge ${since}` }),
            ...(marker !== undefined && { $skiptoken: marker }),
          },
        },
      }),
    ),
  )
}

export const quota: Group = {
  name: 'quota',
  about: 'limits, and requests for more',
  commands: [limits, request, show, watch, history],
}

import { TRUSTED_ISSUERS } from '../../test/support/http/operator-requests.ts'
import { useDeclaredSchemas } from '../../test/support/http/schema-check.ts'
import { LONG_WAITS, UNLIMITED } from '../../test/support/processes/limits.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { openQuota } from '../../test/support/server/quota.ts'
import { type Choose, chooser } from '../../test/support/world/random.ts'
import { withInstallation } from '../installation.ts'
import { mutate, type RawRequest, toRaw } from './mutations.ts'
import { DOCUMENTS, fileOf, listOperations, type Operation, type Prepare } from './operations.ts'
import { report, type Tally } from './report.ts'
import { prepareRequests } from './valid-requests.ts'

const AT_ONCE = 4
const MAX_MS = 2000
const MAX_ANSWER_MS = 60_000
/** A request that is taken may change what the next ones need. */
const REQUESTS_PER_PREPARATION = 25
const MOST_PREPARATIONS = 40
const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  TRUSTED_ISSUERS,
  RATE_LIMITS: UNLIMITED,
  RUN_JOBS: 'false',
  // Mails are written; nobody sends them.
  SMTP: 'url=smtp://127.0.0.1:9,from=no-reply@binnacle.example',
  ...LONG_WAITS,
}

type Check = ReturnType<typeof useDeclaredSchemas>
type Target = Readonly<{
  url: string
  checks: Readonly<Record<string, Check>>
  tally: Tally
  mostMs: number
}>

/** From one request that each operation accepts, leaf by leaf: nothing fails, nothing is slow, each body is as declared. */
export function proveFuzz(requests: number, isLong: boolean): Promise<boolean> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const operations = listOperations()
  return withInstallation(async ({ db, seal, env }) => {
    const server = await serve({ ...env, ...SETTINGS })
    try {
      const [url = ''] = server.addresses
      const quota = openQuota(atOrigin({ url: () => url, db: () => db, seal }))
      const operator = await quota.addOperator()
      await quota.loadStarter()
      const prepares = await prepareRequests({ url, db, quota, operator })
      const tally: Tally = {
        sent: 0,
        reached: [],
        faults: [],
        statuses: new Map(),
      }
      const checks = Object.fromEntries(
        DOCUMENTS.map((name) => [name, useDeclaredSchemas(fileOf(name))]),
      )
      const next = operations[Symbol.iterator]()
      const each = Math.ceil(requests / operations.length)
      // How long a request takes is for the long form, which has the machine for itself.
      const target = { url, checks, tally, mostMs: isLong ? MAX_MS : MAX_ANSWER_MS }
      const worker = async () => {
        for (const operation of next) {
          const prepare = prepares[operation.document]
          await fuzzOperation(operation, prepare, target, each, chooser(seed))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return report(operations, tally, seed)
    } finally {
      await server.stop('SIGKILL')
    }
  })
}

async function fuzzOperation(
  operation: Operation,
  prepare: Prepare,
  target: Target,
  requests: number,
  choose: Choose,
): Promise<void> {
  let make = await prepare(operation)
  const status = await send(operation, toRaw(operation, await make()), target)
  if (status >= 200 && status < 300) target.tally.reached.push(operation.operationId)
  else target.tally.faults.push(`${operation.operationId}: the valid request is ${status}`)
  // One that cannot be repeated needs something new each time it was taken.
  make = operation.method === 'GET' ? make : await prepare(operation)
  const interval = Math.max(REQUESTS_PER_PREPARATION, Math.ceil(requests / MOST_PREPARATIONS))
  for (let n = 0; n < requests; n++) {
    const isTaken = (await send(operation, mutate(operation, await make(), choose), target)) < 300
    const isStale = isTaken ? operation.method === 'DELETE' : n % interval === 0
    if (isStale && operation.method !== 'GET') make = await prepare(operation)
  }
}

type Answered = Readonly<{ status: number; text: string; ms: number }>

async function send(
  { document, operationId }: Operation,
  request: RawRequest,
  { url, checks, tally, mostMs }: Target,
): Promise<number> {
  const { status, text, ms } = await answer(url, request)
  tally.sent++
  if (tally.sent % 10_000 === 0) console.log(`${tally.sent} sent, ${tally.faults.length} faults`)
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  const { method, target, body } = request
  const note = (what: string) =>
    tally.faults.push(`${what}: ${method} ${target.slice(0, 200)} ${String(body).slice(0, 120)}`)
  if (status >= 500) note(`${status}`)
  if (ms > mostMs) note(`${Math.round(ms)} ms`)
  const misfit = checks[document]?.(operationId, status, parse(text))
  if (misfit !== undefined) note(`${operationId} ${status} ${misfit} ${text.slice(0, 100)}`)
  return status
}

async function answer(
  url: string,
  { method, target, headers, body }: RawRequest,
): Promise<Answered> {
  const startedAt = performance.now()
  const response = await fetch(`${url}${target}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  })
  const text = await response.text()
  return { status: response.status, text, ms: performance.now() - startedAt }
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return `not JSON: ${text}`
  }
}

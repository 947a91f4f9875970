import { findDifference } from './compare.ts'
import { type Pair, type Printed, type Settings, withPair } from './pair.ts'
import { createPairs, type Pairs } from './pairs.ts'
import { planRounds } from './plan.ts'
import { type Answered, findHeader, type Sent } from './send.ts'
import type { Planned } from './variants.ts'
import { listPages, type Walk, walkAsOperator, walkAsPerson, walkAsProgram } from './walks.ts'

/** As a server has them, where they differ from those of an emulator. Nobody is to meet a limit. */
export const OF_A_SERVER: Settings = {
  QUOTA_RETRY_AFTER_SECONDS: '10',
  // Otherwise the requests for quota wait for a person.
  QUOTA_BEYOND_HEADROOM: 'approve',
  COMPATIBLE_CLIENTS: 'false',
  EVENT_CACHE_MIB: '64',
  RATE_LIMITS: 'true',
  RATE_LIMIT_READ_BURST: '1000000',
  RATE_LIMIT_WRITE_BURST: '1000000',
  ANONYMOUS_BURST: '1000000',
  NOTIFICATION_EXCEPTIONS: 'receiver.internal:443',
}
/** As `binnacle dev` sets them. */
export const OF_AN_EMULATOR: Settings = {
  QUOTA_RETRY_AFTER_SECONDS: '1',
  COMPATIBLE_CLIENTS: 'true',
  EVENT_CACHE_MIB: '0',
  RATE_LIMITS: 'false',
  ANONYMOUS_BURST: '1000000',
  NOTIFICATION_EXCEPTIONS: 'localhost:*,127.0.0.1:*,[::1]:*',
}

const MOST_LINKS = 2
const MOST_SHOWN = 20
const SHOWN_CHARACTERS = 1500

type Tally = {
  statuses: Map<number, number>
  reached: Set<string>
  operations: Set<string>
  differences: string[]
}
type Run = Readonly<{ pair: Pair; pairs: Pairs; tally: Tally }>

/** While nobody uses its controls, an emulator answers as a server with the same data and settings does. */
export async function proveSameAnswers(
  requests: number,
  groups: readonly Settings[],
): Promise<boolean> {
  for (const settings of groups) {
    const holds = await withPair(
      settings,
      async (started) => ({
        printed: started.printed,
        rounds: await planRounds(started, requests),
      }),
      async (pair, { printed, rounds }) => {
        const differences: string[] = []
        const tally = {
          statuses: new Map(),
          reached: new Set(),
          operations: new Set(),
          differences,
        }
        const run = { pair, pairs: createPairs(pair.copiedAtMs), tally } as Run
        await askAround(run, printed)
        await askRounds(run, rounds)
        await walk(run, 'operator', walkAsOperator(printed))
        return report(tally as Tally)
      },
    )
    if (!holds) return false
  }
  return true
}

async function askAround(run: Run, printed: Printed): Promise<void> {
  for (const request of listPages(printed)) await ask(run, { about: 'page', request })
  await walk(run, 'program', walkAsProgram(printed))
  await walk(run, 'person', walkAsPerson(printed))
}

async function walk(run: Run, about: string, steps: Walk): Promise<void> {
  let previous: Answered | undefined
  for (const [n, [status, step]] of steps.entries()) {
    const request = step(previous)
    previous = await ask(run, { about: `${about}, step ${n + 1}`, request })
    if (previous.status === status) continue
    const expected = `${about}, step ${n + 1}: ${status} was expected`
    run.tally.differences.push(`${expected}\n  ${show(request, previous)}`)
  }
}

/** Reads come first: what they find does not depend on when a job has run. */
async function askRounds(run: Run, rounds: readonly Planned[][]): Promise<void> {
  let linked: Planned[] = []
  for (const round of [...rounds, [], []]) {
    const all = [...linked, ...round]
    linked = []
    const isRead = ({ request }: Planned) => request.method === 'GET'
    const inOrder = [...all.filter(isRead), ...all.filter((one) => !isRead(one))]
    for (const planned of inOrder) {
      const answer = await ask(run, planned)
      linked.push(...listLinks(planned, answer))
    }
    await run.pair.waitForJobs()
  }
}

/** The next page, and where the state of a request can be read. */
function listLinks({ about, request, links = 0 }: Planned, answer: Answered): Planned[] {
  if (answer.status >= 300 || links >= MOST_LINKS) return []
  const { headers } = request
  const found = [
    findHeader(answer, 'location'),
    findHeader(answer, 'azure-asyncoperation'),
    /"nextLink":"([^"]+)"/.exec(answer.text)?.[1],
  ].filter((link) => link !== undefined)
  return found.map((link) => {
    const target = link.replace(/^https?:\/\/[^/]+/, '')
    const next = { method: 'GET', target, headers }
    return { about: `${about}, link`, request: next, links: links + 1 }
  })
}

/** Asks both at once, each in its own words; answers what the emulator said. */
async function ask({ pair, pairs, tally }: Run, planned: Planned): Promise<Answered> {
  const { about, request, validFor } = planned
  const [first, second] = await Promise.all([
    pair.emulator.send(request),
    pair.server.send(translate(request, pairs)),
  ])
  tally.statuses.set(first.status, (tally.statuses.get(first.status) ?? 0) + 1)
  if (validFor !== undefined) {
    tally.operations.add(validFor)
    const isReached = first.status < 300 && second.status < 300
    if (isReached) tally.reached.add(validFor)
    else tally.differences.push(`${about}: the valid request is ${show(request, first)}`)
  }
  const difference = findDifference(pairs, request, first, second)
  if (difference !== undefined) {
    const answers = `  emulator: ${show(request, first)}\n  server: ${show(request, second)}`
    tally.differences.push(`${about}: ${difference}\n${answers}`)
  }
  return first
}

function translate({ target, headers, body, ...rest }: Sent, pairs: Pairs): Sent {
  const translated = Object.entries(headers).map(([name, value]) => [name, pairs.translate(value)])
  return {
    ...rest,
    target: pairs.translate(target),
    headers: Object.fromEntries(translated),
    body: typeof body === 'string' ? pairs.translate(body) : body,
  }
}

function show({ method, target }: Sent, { status, headers, text }: Answered): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  const answer = `${status}\n    ${lines.join('\n    ')}\n    ${text.slice(0, SHOWN_CHARACTERS)}`
  return `${method} ${target.slice(0, 300)} → ${answer}`
}

function report({ statuses, reached, operations, differences }: Tally): boolean {
  const count = (from: number, to: number) =>
    [...statuses].reduce((sum, [status, n]) => sum + (status >= from && status < to ? n : 0), 0)
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map((pair) => pair.join(': '))
  console.log(
    `same-answers: ${count(0, 600)} requests to each, ${count(200, 300)} with 2xx, ${differences.length} differences`,
  )
  console.log(`same-answers: statuses ${counts.join(', ')}`)
  console.log(`same-answers: ${reached.size} of ${operations.size} operations reached 2xx`)
  for (const difference of differences.slice(0, MOST_SHOWN)) console.log(`\n${difference}`)
  if (differences.length > MOST_SHOWN) console.log(`\nand ${differences.length - MOST_SHOWN} more`)
  return differences.length === 0
}

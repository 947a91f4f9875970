import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../../test/support/http/http.ts'
import type { Health } from '../../test/support/server/health-calls.ts'

const WORKERS = 8
/** Sent at once after each change: this is when a replica is most likely to be behind. */
const READS = 10
/** Then another event is published, so that none has thousands of revisions. */
const MOST_REVISIONS = 100

type Change = Readonly<{ trackingId: string; number: number; requestId: string }>

export type Load = Readonly<{
  count: () => number
  changes: () => number
  /** Answers that do not show a change that was acknowledged before they were asked for. */
  stale: readonly string[]
  failures: readonly string[]
  /** Resolves when nobody waits for an answer. */
  pause: () => Promise<void>
  resume: () => void
  stop: () => Promise<void>
}>

/** Each worker changes an event, waits for the acknowledgement, and must see the change in every answer. */
export async function keepReading(health: Health): Promise<Load> {
  const stale: string[] = []
  const failures: string[] = []
  const [reads, changes] = [{ count: 0 }, { count: 0 }]
  let isOver = false
  let paused: Promise<void> | undefined
  let resume = () => {}
  const busy = new Set<number>()
  const note = (fault: string | undefined) => void (fault && stale.push(fault))

  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, n) => openWorker(health, `replica-${n}`)),
  )
  async function run(n: number, { change, read }: Worker): Promise<void> {
    while (!isOver) {
      await paused
      busy.add(n)
      try {
        const made = await change()
        changes.count++
        const answers = Array.from({ length: READS }, (_, way) => read(made, way))
        for (const fault of await Promise.all(answers)) note(fault)
        reads.count += READS
      } catch (error) {
        failures.push(String(error))
        await delay(100)
      } finally {
        busy.delete(n)
      }
    }
  }
  const running = workers.map((worker, n) => run(n, worker))
  return {
    count: () => reads.count,
    changes: () => changes.count,
    stale,
    failures,
    async pause() {
      paused = new Promise((resolve) => (resume = resolve))
      while (busy.size > 0) await delay(10)
    },
    resume() {
      paused = undefined
      resume()
    },
    async stop() {
      isOver = true
      resume()
      await Promise.all(running)
    },
  }
}

type Worker = Readonly<{
  change: () => Promise<Change>
  /** What is wrong with the answer, if anything is. */
  read: (made: Change, way: number) => Promise<string | undefined>
}>

async function openWorker(health: Health, subscription: string): Promise<Worker> {
  const reader = await health.addReader()
  await health.addSubscription(subscription, { [reader.id]: 'reader' })
  const audience = { kind: 'subscriptions', subscriptions: [subscription] }
  let trackingId = ''
  let number = 0

  async function change(): Promise<Change> {
    if (number % MOST_REVISIONS === 0) trackingId = await health.publish({ audience })
    number++
    const path = `/events/${trackingId}/updates`
    const answer = await health.callAsOperator('POST', path, { summary: String(number) })
    if (answer.status !== 200) throw new Error(`change: ${answer.status} ${answer.text}`)
    return { trackingId, number, requestId: answer.headers.get('x-ms-request-id') ?? '' }
  }

  const isIn = (made: Change, { body }: Answer) =>
    body.value.some(
      (event: { name: string; properties: { summary?: string } }) =>
        event.name === made.trackingId && Number(event.properties.summary) >= made.number,
    )
  const ways: [string, (made: Change) => Promise<[Answer, (answer: Answer) => boolean]>][] = [
    [
      'list',
      async (made) => [await health.list(reader, subscription), (answer) => isIn(made, answer)],
    ],
    [
      'event',
      async (made) => [
        await health.get(reader, subscription, made.trackingId),
        (answer) => isIn(made, { ...answer, body: { value: [answer.body] } }),
      ],
    ],
    [
      'audit',
      async (made) => [
        await health.callAsOperator('GET', '/audit?scope=platform'),
        ({ body }) =>
          body.value.some((entry: { request_id: string }) => entry.request_id === made.requestId),
      ],
    ],
  ]
  async function read(made: Change, turn: number): Promise<string | undefined> {
    // Most reads are lists of events, which is what grows.
    const [name, ask] = ways[turn < 7 ? 0 : turn < 9 ? 1 : 2] as (typeof ways)[number]
    const [answer, isFresh] = await ask(made)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`)
    return isFresh(answer) ? undefined : `${name} of ${subscription} lacks change ${made.number}`
  }
  return { change, read }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'
import { type Answer, caller, NEW_TOKEN } from '../test/support/http/http.ts'
import { atOrigin, ORIGIN } from '../test/support/server/health-calls.ts'
import { openQuota, type Quota } from '../test/support/server/quota.ts'
import { type Choose, chooser } from '../test/support/world/random.ts'
import { insertOrganization, insertPerson } from '../test/support/world/world.ts'
import { withInstallation } from './installation.ts'
import { openMembers } from './quota-crash.ts'

const MAX_WAIT_MS = 240_000
const MOST_TRIES = 2000
const WRITES_BETWEEN = 4
const SUBSCRIPTION = 'sub-crash'
const RESOURCES = ['cores', 'standardDv2Family', 'standardDv3Family', 'standardDSv3Family']

/** A write under a name of its own, and the condition by which its rows are found. */
type Kind = Readonly<{
  send: (name: string, key: Record<string, string>) => Promise<Answer>
  idOf: (answer: Answer) => string
  rowsOf: (name: string) => RawBuilder<unknown>
  target: (id: string) => string
}>

type Entry = Readonly<{ kind: string; name: string; id: string; tries: number }>

/**
 * Writes of all areas while servers and workers are killed with SIGKILL and started again. Each is
 * sent under its key until it is acknowledged; then it must be there, on record, and once.
 */
export function proveCrash(kills: number): Promise<boolean> {
  const seed = Date.now()
  const choose = chooser(seed)
  return withInstallation(async ({ db, seal, env }) => {
    const members = await openMembers({
      ...env,
      PUBLIC_URL: ORIGIN,
      QUOTA_RULES: 'beyondHeadroom=approve',
      RATE_LIMITS: 'false',
    })
    const url = () => members.pickServer(choose)
    const quota = openQuota(atOrigin({ url, db: () => db, seal }))
    try {
      const kinds = await openKinds(db, quota, url)
      const acknowledged: Entry[] = []
      const pause = async () => {
        await waitForMore(acknowledged)
        await delay(choose(300))
      }
      const isEnough = () => listRepeated(acknowledged).length > 0
      const storm = members.kill(kills, choose, pause, isEnough)
      await writeUntil(storm.ended, kinds, choose, acknowledged)
      const faults = [...(await findFaults(db, kinds, acknowledged)), ...(await waitForJobs(db))]
      const repeated = listRepeated(acknowledged).length
      console.log(
        `crash: ${storm.done()} kills, ${acknowledged.length} acknowledged, ${repeated} of them after repeats, seed ${seed}`,
      )
      for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
      const fewest = Math.min(...Object.keys(kinds).map((kind) => countOf(acknowledged, kind)))
      return faults.length === 0 && storm.done() >= kills && fewest >= 5 && repeated > 0
    } finally {
      await members.stop()
    }
  })
}

const listRepeated = (entries: readonly Entry[]) => entries.filter(({ tries }) => tries > 1)

const countOf = (entries: readonly Entry[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).length

async function openKinds(db: Db, quota: Quota, url: () => string) {
  await quota.addOperator()
  await quota.loadStarter()
  const reader = await quota.addReader()
  await quota.addSubscription(SUBSCRIPTION, { [reader.id]: 'owner' })
  const { token } = await insertPerson(db)
  const organization = await insertOrganization(db)
  const kinds: Readonly<Record<string, Kind>> = {
    subscription: {
      send: (display_name, key) => {
        const body = { organization_id: organization.id, display_name }
        return quota.callAsOperator('POST', '/subscriptions', body, key)
      },
      idOf: ({ body }) => body.id,
      rowsOf: (name) => sql`subscription where display_name = ${name}`,
      target: (id) => `subscription ${id}`,
    },
    event: {
      send: (title, key) => {
        const known = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
        return quota.callAsOperator('POST', '/events', { ...known, properties: { title } }, key)
      },
      idOf: ({ body }) => body.trackingId,
      rowsOf: (name) => sql`event where record::text like ${`%"${name}"%`}`,
      target: (id) => `event ${id}`,
    },
    token: {
      send: (description, key) =>
        caller({ url: url() })(
          token,
          'POST',
          '/v0.1/api_tokens',
          { ...NEW_TOKEN, description },
          key,
        ),
      idOf: ({ body }) => body.id,
      rowsOf: (name) => sql`api_token where description = ${name} and revoked_at is null`,
      target: (id) => `token ${id}`,
    },
    quota: {
      send: (name, key) => {
        const limit = limitOf(name)
        const resource = RESOURCES[limit % RESOURCES.length] ?? ''
        return quota.put(reader, SUBSCRIPTION, resource, limit, key)
      },
      idOf: ({ body }) => body.requestId,
      rowsOf: (name) => sql`quota_sub_request where asked_limit = ${limitOf(name)}`,
      target: (id) => `quota request ${id}`,
    },
  }
  return kinds
}

/** No other request asks for this limit, so a request that was stored twice is found. */
const limitOf = (name: string) => 1 + (Number.parseInt(name.slice(0, 8), 16) % 1_000_000_000)

type Kinds = Awaited<ReturnType<typeof openKinds>>

async function writeUntil(
  ended: Promise<unknown>,
  kinds: Kinds,
  choose: Choose,
  acknowledged: Entry[],
): Promise<void> {
  let isOver = false
  const worker = async ([kind, how]: [string, Kind]) => {
    while (!isOver) {
      const entry = await sendUntilAnswered(kind, how)
      if (entry) acknowledged.push(entry)
      await delay(choose(100))
    }
  }
  const workers = Promise.all(Object.entries(kinds).map(worker))
  await Promise.race([workers, ended])
  isOver = true
  await workers
}

/** A slow machine starts a process in many seconds: the next one is killed when some writes have got through. */
async function waitForMore(acknowledged: readonly Entry[]): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  const enough = acknowledged.length + WRITES_BETWEEN
  while (acknowledged.length < enough && performance.now() < until) await delay(10)
}

/** No answer, or 503: the caller cannot know whether it was done, and asks again under the same key. */
async function sendUntilAnswered(kind: string, { send, idOf }: Kind): Promise<Entry | undefined> {
  const name = randomUUID()
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const answer = await send(name, { 'Idempotency-Key': name }).catch(() => undefined)
    if (answer?.status === 201) return { kind, name, id: idOf(answer), tries }
    // The resource has a request that the provider may know of.
    if (kind === 'quota' && answer?.status === 409) return undefined
    if (answer && answer.status !== 503) throw new Error(`${kind}: ${answer.text}`)
    await delay(100)
  }
  throw new Error(`${kind}: no answer`)
}

async function findFaults(db: Db, kinds: Kinds, entries: readonly Entry[]): Promise<string[]> {
  const faults: string[] = []
  for (const { kind, name, id } of entries) {
    const { rowsOf, target } = kinds[kind] as Kind
    const rows = await count(db, rowsOf(name))
    const audits = await count(
      db,
      sql`audit where target = ${target(id)} and action ~ '(create|ask)$'`,
    )
    if (rows !== 1) faults.push(`${kind} ${id} was acknowledged and is there ${rows} times`)
    if (audits !== 1) faults.push(`${kind} ${id} has ${audits} audit rows`)
  }
  return faults
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${from}`.execute(
    db,
  )
  return rows[0]?.rows ?? 0
}

/** Jobs go on: whoever was killed with one loses it to another. */
async function waitForJobs(db: Db): Promise<string[]> {
  const until = performance.now() + MAX_WAIT_MS
  const open = () => count(db, sql`quota_sub_request where ended_at is null`)
  while ((await open()) > 0) {
    if (performance.now() > until) return [`${await open()} quota requests have not ended`]
    await delay(200)
  }
  return []
}

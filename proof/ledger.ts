import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { AuditAction } from '../src/directory/audit-actions.ts'
import type { Db } from '../src/platform/db/connect.ts'
import { type Answer, caller, NEW_TOKEN } from '../test/support/http/http.ts'
import type { Reader } from '../test/support/http/service-health.ts'
import { atOrigin } from '../test/support/server/health-calls.ts'
import { openQuota } from '../test/support/server/quota.ts'
import { insertAccountWithToken } from '../test/support/world/samples.ts'
import type { Installation } from './installation.ts'

const PAUSE_MS = 100
/** They take turns: each may have so many tokens and apps. */
const ACCOUNTS = 20
const SUBSCRIPTION = 'sub-ledger'
const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const RESOURCES = ['cores', 'standardDv2Family', 'standardDv3Family', 'standardDSv3Family']

/** A write, where its row is, and the action of its audit row. */
type Kind = Readonly<{
  send: (n: number) => Promise<Answer>
  idOf: (answer: Answer) => string
  table: 'api_token' | 'app' | 'event' | 'quota_request'
  key: 'id' | 'tracking_id'
  action: AuditAction
}>

/** `sentAt` and `at`: when the request was sent, and when its answer arrived. */
type Entry = Readonly<{ kind: string; requestId: string; id: string; sentAt: number; at: number }>

export type Ledger = Readonly<{
  acknowledged: readonly Entry[]
  /** Answers that no fault of the database explains. */
  wrong: readonly string[]
  /** The bearer of its operator. */
  operator: string
  /** When each kind last succeeded, reads included. */
  lastSuccess: ReadonlyMap<string, number>
  refused: () => number
  /** How many writes were acknowledged of the kind that has the fewest. */
  fewest: () => number
  /** Ends the load; resolves when the last request is answered. */
  stop: () => Promise<void>
  /** What was acknowledged and is not there, or not on record; and what was done more than once. */
  findFaults: (of?: Expected) => Promise<string[]>
  /** How many of these are there. */
  countPresent: (db: Db, is: (entry: Entry) => boolean) => Promise<number>
}>

/** In a copy, what was acknowledged before the second that it shows. */
type Expected = Readonly<{ db: Db; isExpected: (entry: Entry) => boolean }>

/** Mixed writes of all areas, and reads beside them, until `stop`. */
export async function keepLedger(
  { db, seal }: Pick<Installation, 'db' | 'seal'>,
  address: string | (() => string),
): Promise<Ledger> {
  const url = typeof address === 'string' ? () => address : address
  const { kinds, reads, operator } = await openKinds(db, seal, url)
  const acknowledged: Entry[] = []
  const interrupted: Omit<Entry, 'id'>[] = []
  const wrong: string[] = []
  const lastSuccess = new Map<string, number>()
  let refused = 0
  let isOver = false

  function note(kind: string, answer: Answer): boolean {
    const isDone = answer.status >= 200 && answer.status < 300
    if (isDone) lastSuccess.set(kind, performance.now())
    else if (answer.status === 503 && answer.headers.has('retry-after')) refused++
    else if (!isOpenAtProvider(kind, answer)) wrong.push(`${kind}: ${answer.status} ${answer.text}`)
    return isDone
  }
  async function repeat(work: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !isOver; n++) {
      await work(n).catch((error: unknown) => void wrong.push(String(error)))
      await delay(PAUSE_MS)
    }
  }
  const workers = Object.entries(kinds).map(([kind, { send, idOf }]) =>
    repeat(async (n) => {
      const sentAt = performance.now()
      const answer = await send(n)
      const requestId = answer.headers.get('x-ms-request-id') ?? ''
      const entry = { kind, requestId, sentAt, at: performance.now() }
      if (note(kind, answer)) acknowledged.push({ ...entry, id: idOf(answer) })
      else interrupted.push(entry)
    }),
  )
  const readers = Object.entries(reads).map(([kind, read]) =>
    repeat(async () => void note(kind, await read())),
  )
  return {
    acknowledged,
    wrong,
    operator,
    lastSuccess,
    refused: () => refused,
    fewest: () =>
      Math.min(
        ...Object.keys(kinds).map(
          (kind) => acknowledged.filter((entry) => entry.kind === kind).length,
        ),
      ),
    async stop() {
      isOver = true
      await Promise.all([...workers, ...readers])
    },
    findFaults: (of = { db, isExpected: () => true }) =>
      findFaults(of.db, kinds, acknowledged.filter(of.isExpected), interrupted),
    countPresent: (copy, is) => countPresent(copy, kinds, acknowledged.filter(is)),
  }
}

/** Each request is sent once, so that only quota can conflict: with a request whose job has been interrupted. */
const isOpenAtProvider = (kind: string, { status, body }: Answer) =>
  kind === 'quota' && status === 409 && body.error.code === 'QuotaRequestInProgress'

type Kinds = Readonly<Record<string, Kind>>

async function findFaults(
  db: Db,
  kinds: Kinds,
  acknowledged: readonly Entry[],
  interrupted: readonly Omit<Entry, 'id'>[],
): Promise<string[]> {
  const faults: string[] = []
  for (const [kind, { table, key, action }] of Object.entries(kinds)) {
    const isOfKind = (entry: { kind: string }) => entry.kind === kind
    const rows = await countRows(db, sql.table(table), sql.ref(key))
    const audits = await countRows(db, sql`audit where action = ${action}`, sql`request_id`)
    const isOnce = ({ id, requestId }: Entry) => rows.get(id) === 1 && audits.get(requestId) === 1
    const isTwice = ({ requestId }: Omit<Entry, 'id'>) => (audits.get(requestId) ?? 0) > 1
    const notOnce = acknowledged.filter(isOfKind).filter((entry) => !isOnce(entry))
    const twice = interrupted.filter(isOfKind).filter(isTwice)
    faults.push(
      ...notOnce.map(({ id, requestId }) => {
        const counts = `${rows.get(id) ?? 0} rows, ${audits.get(requestId) ?? 0} audit rows`
        return `${kind} ${id} was acknowledged: ${counts}`
      }),
      ...twice.map(({ requestId }) => `${kind}: request ${requestId} was done twice`),
    )
  }
  return faults
}

async function countPresent(db: Db, kinds: Kinds, entries: readonly Entry[]): Promise<number> {
  let count = 0
  for (const [kind, { table, key }] of Object.entries(kinds)) {
    const rows = await countRows(db, sql.table(table), sql.ref(key))
    count += entries.filter((entry) => entry.kind === kind && rows.has(entry.id)).length
  }
  return count
}

async function openKinds(db: Db, seal: Installation['seal'], url: () => string) {
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => insertAccountWithToken(db)),
  )
  const pick = (n: number) => accounts[n % ACCOUNTS] as (typeof accounts)[number]
  const call = caller({
    get url() {
      return url()
    },
  })
  const quota = openQuota(atOrigin({ url, db: () => db, seal }))
  const operator = await quota.addOperator()
  const reader = await prepareQuota(quota)
  const run = Date.now().toString(36)
  const kinds: Kinds = {
    token: {
      send: (n) => call(pick(n).token, 'POST', '/v0.1/api_tokens', NEW_TOKEN),
      idOf: ({ body }) => body.id,
      table: 'api_token',
      key: 'id',
      action: 'token.create',
    },
    app: {
      send: (n) =>
        call(pick(n).token, 'POST', '/v0.1/apps', {
          name: `ledger-${run}-${n}`,
          display_name: 'of the ledger',
          os: 'Android',
          platform: 'Java',
        }),
      idOf: ({ body }) => body.id,
      table: 'app',
      key: 'id',
      action: 'app.create',
    },
    event: {
      send: () => quota.callAsOperator('POST', '/events', EVENT),
      idOf: ({ body }) => body.trackingId ?? body.name,
      table: 'event',
      key: 'tracking_id',
      action: 'event.create',
    },
    quota: {
      send: (n) =>
        quota.put(reader, SUBSCRIPTION, RESOURCES[n % RESOURCES.length] ?? '', 100 + (n % 900)),
      idOf: ({ body }) => body.requestId,
      table: 'quota_request',
      key: 'id',
      action: 'quota.ask',
    },
  }
  const read = () => call(pick(0).token, 'GET', '/v0.1/user')
  // May run on a replica, if there is one.
  const events = () => quota.callAsOperator('GET', '/events')
  const reads = { read, events, 'access token': await prepareService(quota, url) }
  return { kinds, reads, operator }
}

async function prepareQuota(quota: ReturnType<typeof openQuota>): Promise<Reader> {
  await quota.loadStarter()
  const reader = await quota.addReader()
  await quota.addSubscription(SUBSCRIPTION, { [reader.id]: 'owner' })
  return reader
}

/** A service account gets access tokens: the only request here that needs no shared read. */
async function prepareService(quota: ReturnType<typeof openQuota>, url: () => string) {
  const client = { id: 'ledger', display_name: 'Ledger', flows: ['client-credentials'] }
  const { client_secret } = (await quota.callAsOperator('POST', '/clients', client)).body
  const grant = { grant_type: 'client_credentials', scope: 'user_impersonation' }
  const body = new URLSearchParams({ client_id: client.id, client_secret, ...grant })
  return async (): Promise<Answer> => {
    const response = await fetch(`${url()}/oauth2/token`, { method: 'POST', body })
    const { status, headers } = response
    return { status, headers, text: await response.text(), body: undefined }
  }
}

/** How many rows each value of a column has. */
async function countRows(
  db: Db,
  from: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; rows: number }>`
    select ${column} as key, count(*)::int as rows from ${from} group by 1`.execute(db)
  return new Map(rows.map(({ key, rows: count }) => [key, count]))
}

import { join } from 'node:path'
import { signBearers } from '../fill/bearers.ts'
import { fillAudit } from '../fill/lists.ts'
import { fillTokens } from '../fill/tokens.ts'
import { byBearer, byToken, type Request, writeRequests } from '../load/requests.ts'
import type { Measure } from '../load/rounds.ts'
import { load } from '../load/wrk.ts'
import type { Size } from '../size.ts'
import type { Database } from '../start/database.ts'
import { fillHealth, startHealthSide } from '../start/health-side.ts'
import { startServer } from '../start/server.ts'

const DAY_MS = 24 * 3600 * 1000
const SAMPLE = 2000
const EVENTS = 2000
const SUBSCRIPTIONS = 1000
/** Older events are resolved, however many there are: an incident is over after days. */
const ACTIVE_DAYS = 3

/** A read on a table of some size, and a write to it, by the server with this process id. */
export type Grown = Readonly<{ pid: number; read: Measure; write: () => Promise<void> }>

export type Table = Readonly<{
  sizes: readonly number[]
  /** The tables whose size is told. */
  relations: readonly string[]
  open: (
    database: Database,
    rows: number,
    size: Size,
    running: AsyncDisposableStack,
  ) => Promise<Grown>
}>

/** Each grows alone: the other tables keep their size. */
export const TABLES: Readonly<Record<string, Table>> = {
  tokens: {
    sizes: [1e4, 1e5, 1e6, 1e7],
    relations: ['api_token'],
    open: openTokens,
  },
  subscriptions: {
    sizes: [1e3, 1e4, 1e5, 1e6, 1e7],
    relations: ['subscription', 'footprint'],
    open: (database, rows, size, running) => openHealth(database, [rows, EVENTS], size, running),
  },
  events: {
    sizes: [1e3, 1e4, 1e5, 1e6],
    relations: ['event', 'event_reach'],
    open: (database, rows, size, running) =>
      openHealth(database, [SUBSCRIPTIONS, rows], size, running),
  },
  audit: {
    sizes: [1e3, 1e4, 1e5, 1e6, 1e7],
    relations: ['audit'],
    open: openAudit,
  },
}

async function openTokens(
  database: Database,
  rows: number,
  { folder }: Size,
  running: AsyncDisposableStack,
): Promise<Grown> {
  const tokens = await fillTokens(database.directUrl, { rows, sample: Math.min(SAMPLE, rows / 5) })
  const { url, pid } = await startServer(database, folder, running)
  const requests = tokens.map(({ value }) => ({ path: '/v0.1/user', headers: byToken(value) }))
  const headers = byToken(tokens[0]?.value ?? '')
  const body = { description: 'bench', scope: ['all'] }
  return {
    pid,
    read: reading(folder, `tokens-${rows}`, url, requests, 16),
    write: () => send(`${url}/v0.1/api_tokens`, headers, body),
  }
}

/** Of the last day: as many events of it are in every list, however many there are before. */
async function openHealth(
  database: Database,
  [subscriptions, events]: readonly [number, number],
  size: Size,
  running: AsyncDisposableStack,
): Promise<Grown> {
  await fillHealth(database.directUrl, subscriptions, events, ACTIVE_DAYS)
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const query = `&queryStartTime=${since}`
  const side = await startHealthSide(database, subscriptions, size, running, { query })
  return {
    pid: side.pid,
    read: (seconds) => side.load(side.url, seconds),
    write: async () => {
      const impact = [{ impactedService: 'Service 6', impactedRegions: ['Region 1'] }]
      await side.health.publish({ audience: { kind: 'footprint' }, impact })
    },
  }
}

async function openAudit(
  database: Database,
  rows: number,
  { folder }: Size,
  running: AsyncDisposableStack,
): Promise<Grown> {
  const { accountId, organizationId, scope } = await fillAudit(database.directUrl, rows)
  const { url, keyFile, pid } = await startServer(database, folder, running)
  const [bearer = ''] = await signBearers(database.directUrl, keyFile, 'account', [accountId])
  const headers = byBearer(bearer)
  const path = `/operator/v1/audit?scope=${scope}`
  let n = 0
  return {
    pid,
    read: reading(folder, `audit-${rows}`, url, [{ path, headers }], 8),
    write: () =>
      send(`${url}/operator/v1/subscriptions`, headers, {
        id: `grown-${n++}`,
        organization_id: organizationId,
        display_name: 'Grown',
      }),
  }
}

function reading(
  folder: string,
  name: string,
  url: string,
  requests: readonly Request[],
  connections: number,
): Measure {
  const file = writeRequests(join(folder, name), requests)
  return (seconds) => load(url, file, { connections, seconds })
}

async function send(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
}

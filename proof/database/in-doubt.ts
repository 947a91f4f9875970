import { randomUUID } from 'node:crypto'
import type { Db } from '../../src/platform/db/connect.ts'
import {
  compareSnapshots,
  type Snapshot,
  takeSnapshot,
} from '../../test/support/database/snapshot.ts'
import { type Cut, openTcpProxy, type TcpProxy } from '../../test/support/database/tcp-proxy.ts'
import type { Answer } from '../../test/support/http/http.ts'
import { TRUSTED_ISSUERS } from '../../test/support/http/operator-requests.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { AGAIN, RENEWED } from '../../test/support/world/repeats.ts'
import { listWrites, openWrites } from '../../test/support/world/writes.ts'
import { withInstallation } from '../installation.ts'

/** Of each area and each kind of repeat: done once, refused, done again, a new value. */
export const SOME_WRITES = [
  'createSubscription',
  'publishEvent',
  'inviteToApp',
  'setLimit',
  'createAccount',
  'createApp',
  'setSubscriptionRole',
  'createUserApiToken',
]
/** They write nothing here, so there is no COMMIT to cut. */
const READ_ONLY = new Set([
  // Where no mail is sent, they are refused.
  'askReceiver',
  'sendTestMail',
  'measureEventReach',
  'listSecurityAdvisoryResources',
  'listTenantSecurityAdvisoryResources',
])
export const ALL_WRITES = [...listWrites().keys()].filter((name) => !READ_ONLY.has(name))

const CUTS: readonly Cut[] = ['before it arrives', 'before its answer']

type Writes = Awaited<ReturnType<typeof openWrites>>
type World = Readonly<{ db: Db; writes: Writes; proxy: TcpProxy }>

/**
 * The connection is cut at COMMIT, so that nobody knows whether the change was made. The caller gets
 * 503, sends it again under the same key, and finds it done as if once.
 */
export function proveInDoubt(operationIds: readonly string[]): Promise<boolean> {
  return withInstallation(async ({ db, seal, env }) => {
    const proxy = await openTcpProxy(env.DATABASE_URL)
    const server = await serve({
      ...env,
      DATABASE_URL: proxy.url,
      PUBLIC_URL: ORIGIN,
      RATE_LIMITS: 'false',
      TRUSTED_ISSUERS,
      RUN_JOBS: 'false',
    })
    try {
      const url = () => server.addresses[0] ?? ''
      const writes = await openWrites(atOrigin({ url, db: () => db, seal }))
      const faults: string[] = []
      for (const operationId of operationIds) {
        const world = { db, writes, proxy }
        const expected = await sendOnce(world, operationId)
        for (const cut of CUTS) {
          const found = await sendInDoubt(world, operationId, cut, expected)
          faults.push(...found.map((fault) => `${operationId}, cut ${cut}: ${fault}`))
        }
      }
      console.log(
        `in-doubt: ${operationIds.length} operations, each cut ${CUTS.length} times, ${faults.length} faults`,
      )
      for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
      return faults.length === 0
    } finally {
      await server.stop('SIGKILL')
      await proxy.close()
    }
  })
}

type Outcome = Readonly<{ answer: Answer; changes: readonly string[] }>

/** What the operation does when nothing happens to it. */
async function sendOnce({ db, writes }: World, operationId: string): Promise<Outcome> {
  const send = await writes.prepare(operationId)
  const before = await takeLiveSnapshot(db)
  const answer = await send({ 'Idempotency-Key': randomUUID() })
  return { answer, changes: compareSnapshots(before, await takeLiveSnapshot(db)) }
}

async function sendInDoubt(
  world: World,
  operationId: string,
  cut: Cut,
  expected: Outcome,
): Promise<string[]> {
  const { db, writes, proxy } = world
  const send = await writes.prepare(operationId)
  const key = { 'Idempotency-Key': randomUUID() }
  const before = await takeLiveSnapshot(db)
  proxy.cutAtCommit(cut)
  const first = await send(key)
  if (proxy.isCutAwaited()) return ['never sent COMMIT']
  const between = compareSnapshots(before, await takeLiveSnapshot(db))
  const second = await send(key)
  const changes = compareSnapshots(before, await takeLiveSnapshot(db))
  const isDone = cut === 'before its answer'
  return [
    ...(first.status === 503 && first.headers.has('retry-after')
      ? []
      : [`answered ${first.status} ${first.text}`]),
    ...(between.length > 0 === isDone ? [] : [`left ${between.join(', ') || 'nothing'} behind`]),
    ...(second.status === expected.answer.status || (isDone && isRefusal(second))
      ? []
      : [`the repeat was answered ${second.status} ${second.text}`]),
    ...(isOnce(changes, expected.changes, isDone && mayRepeat(operationId))
      ? []
      : [`${changes.join(', ')} instead of ${expected.changes.join(', ')}`]),
  ]
}

/** That it is there already, or that what it was about is gone. */
const isRefusal = ({ status }: Answer) => status === 404 || status === 409

/** Operations that are done again, or that renew a secret, record each time. */
const mayRepeat = (operationId: string) => operationId in AGAIN || operationId in RENEWED

function isOnce(
  changes: readonly string[],
  expected: readonly string[],
  mayAddAudit: boolean,
): boolean {
  const compared = (words: readonly string[]) =>
    words.filter((word) => !(mayAddAudit && word.startsWith('audit +'))).join()
  return compared(changes) === compared(expected)
}

/** A revoked token counts as gone: a repeat ends the token that nobody saw, and creates another. */
async function takeLiveSnapshot(db: Db): Promise<Snapshot> {
  const snapshot = new Map(await takeSnapshot(db))
  const tokens = [...(snapshot.get('api_token') ?? [])]
  snapshot.set('api_token', new Map(tokens.filter(([, row]) => row.revoked_at === null)))
  return snapshot
}

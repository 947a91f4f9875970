import type Provider from 'oidc-provider'
import { type Adapter, errors, type FindAccount, type KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { isDatabaseAway } from '../../platform/db/away.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Seal } from '../../platform/seal.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import { makeAdapter } from './adapter.ts'
import { clientFinder } from './clients.ts'
import { loadSigningKeys, type SigningKey } from './keys.ts'
import { buildProvider, type RecordSignOut } from './provider.ts'
import * as store from './store.ts'
import type { RequestsUnderWay } from './under-way.ts'

/** Small enough that nobody waits for it; a minute's run deletes 200,000 rows at most. */
const BATCH = 5000
const MOST_BATCHES = 40

export type EngineDeps = Readonly<{
  config: Config
  db: Db
  seal: Seal
  clock: Clock
  requests: RequestsUnderWay
  warn: (error: unknown, sentence: string) => void
  findAccount: FindAccount
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void
  refused: RefusedAttempts
  recordSignOut: RecordSignOut
  /** The answer goes to somebody who has proven who they are. */
  onProof: (ctx: KoaContextWithOIDC) => void
}>

/** The provider with the keys of the moment. It keeps nothing of its own, so it can be built anew at any time. */
export type OauthEngine = Readonly<{
  provider: () => Provider
  keys: () => readonly SigningKey[]
  /** Takes over new keys, and deletes what has expired, so much at a time. To be called every minute. */
  refresh: () => Promise<void>
}>

export async function openOauthEngine(deps: EngineDeps): Promise<OauthEngine> {
  const { config, db, seal, clock, requests, warn } = deps
  const findClient = clientFinder(db, config)
  const records = makeAdapter({ db, seal, clock, requests, findClient })
  const adapter = (kind: string) => sayWhenAway(records(kind))
  const { findAccount } = sayWhenAway({ findAccount: deps.findAccount })
  let keys: SigningKey[] = []
  let provider: Provider | undefined

  async function takeOverKeys(): Promise<void> {
    const loaded = await loadSigningKeys(db, seal, clock)
    const isSame = loaded.map(({ id }) => id).join() === keys.map(({ id }) => id).join()
    if (provider && isSame) return
    keys = loaded
    // A token dates from when it was asked for: signing out meanwhile must end it too.
    const dated = { clock: requests.startedAt, keys, adapter }
    provider = buildProvider({ ...deps, ...dated, findAccount })
  }

  /** Keys come first, and do not fail with it: rows that are left are deleted later, or by another node. */
  async function deleteExpired(): Promise<void> {
    try {
      for (const table of ['ended_session', 'oauth_record'] as const) {
        for (let batch = 0; batch < MOST_BATCHES; batch++) {
          if ((await store.deleteExpired(db, table, clock(), BATCH)) < BATCH) break
        }
      }
    } catch (err) {
      warn(err, 'expired rows of the sign-in not deleted this time')
    }
  }

  await takeOverKeys()
  return {
    provider: () => provider as Provider,
    keys: () => keys,
    async refresh() {
      await takeOverKeys()
      await deleteExpired()
    },
  }
}

/** While the database is away the library would speak of a bug of ours, and nobody would try again. */
function sayWhenAway<T extends Adapter | { findAccount: FindAccount }>(calls: T): T {
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await (call as (...given: unknown[]) => unknown)(...given)
      } catch (cause) {
        if (!isDatabaseAway(cause)) throw cause
        const away = new errors.TemporarilyUnavailable('the database is away; try again', { cause })
        throw Object.assign(away, { status: 503, statusCode: 503 })
      }
    },
  ])
  return Object.fromEntries(guarded) as T
}

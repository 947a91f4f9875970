import type Provider from 'oidc-provider'
import { type Adapter, errors, type FindAccount, type KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { isDatabaseAway } from '../../platform/db/away.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Seal } from '../../platform/seal.ts'
import { makeAdapter } from './adapter.ts'
import { clientFinder } from './clients.ts'
import { loadSigningKeys, type SigningKey } from './keys.ts'
import { buildProvider } from './provider.ts'
import * as store from './store.ts'
import type { RequestsUnderWay } from './under-way.ts'

export type EngineDeps = Readonly<{
  config: Config
  db: Db
  seal: Seal
  clock: Clock
  requests: RequestsUnderWay
  findAccount: FindAccount
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void
}>

/** The provider with the keys of the moment. It keeps nothing of its own, so it can be built anew at any time. */
export type OauthEngine = Readonly<{
  provider: () => Provider
  keys: () => readonly SigningKey[]
  /** Takes over new keys, and throws away what has ended. To be called every minute. */
  refresh: () => Promise<void>
}>

export async function openOauthEngine(deps: EngineDeps): Promise<OauthEngine> {
  const { config, db, seal, clock, requests, renderError } = deps
  const findClient = clientFinder(db, config)
  const records = makeAdapter({ db, seal, clock, requests, findClient })
  const adapter = (kind: string) => sayWhenAway(records(kind))
  const { findAccount } = sayWhenAway({ findAccount: deps.findAccount })
  let keys: SigningKey[] = []
  let provider: Provider | undefined

  async function refresh(): Promise<void> {
    const loaded = await loadSigningKeys(db, seal, clock)
    await store.deleteEndedRecords(db, clock())
    const isSame = loaded.map(({ id }) => id).join() === keys.map(({ id }) => id).join()
    if (provider && isSame) return
    keys = loaded
    // A token dates from when it was asked for: signing out meanwhile must end it too.
    const dated = { clock: requests.startedAt, keys, adapter }
    provider = buildProvider({ config, seal, ...dated, findAccount, renderError })
  }

  await refresh()
  return {
    provider: () => provider as Provider,
    keys: () => keys,
    refresh,
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

import type Provider from 'oidc-provider'
import { type Adapter, errors, type FindAccount, type KoaContextWithOIDC } from 'oidc-provider'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isDatabaseUnavailable } from '../../platform/db/unavailable.ts'
import type { RealClock } from '../../platform/time.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import type { IdentityConfig } from '../settings.ts'
import { makeAdapter } from './adapter.ts'
import { clientFinder } from './clients.ts'
import { loadSigningKeys, type SigningKey } from './keys.ts'
import { buildProvider, type RecordSignOut } from './provider.ts'
import type { RequestContexts } from './request-context.ts'
import type { SecondFactorRecords } from './sessions/names.ts'

export type EngineDeps = Readonly<{
  config: IdentityConfig
  db: Db
  seal: Seal
  realTime: RealClock
  requests: RequestContexts
  findAccount: FindAccount
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void
  refused: RefusedAttempts
  recordSignOut: RecordSignOut
  /** The answer goes to somebody who has proven who they are. */
  onProof: (ctx: KoaContextWithOIDC) => void
  secondFactors: SecondFactorRecords
}>

/** The provider with the keys of the moment. It keeps nothing of its own, so it can be built anew at any time. */
export type OauthEngine = Readonly<{
  provider: () => Provider
  keys: () => readonly SigningKey[]
  /** Makes, takes over and deletes keys as their time comes. To be called every minute. */
  takeOverKeys: () => Promise<void>
}>

export async function openOauthEngine(deps: EngineDeps): Promise<OauthEngine> {
  const { config, db, seal, realTime, requests } = deps
  const findClient = clientFinder(db, config)
  const records = makeAdapter({ db, seal, realTime, requests, findClient })
  const adapter = (kind: string) => reportUnavailable(records(kind))
  const { findAccount } = reportUnavailable({ findAccount: deps.findAccount })
  let keys: SigningKey[] = []
  let provider: Provider | undefined

  async function takeOverKeys(): Promise<void> {
    const loaded = await loadSigningKeys(db, seal, realTime)
    const isSame = loaded.map(({ id }) => id).join() === keys.map(({ id }) => id).join()
    if (provider && isSame) return
    keys = loaded
    // A token dates from when it was asked for: signing out meanwhile must end it too.
    const dated = { realTime: requests.startedAt, keys, adapter }
    provider = buildProvider({ ...deps, ...dated, findAccount })
  }

  await takeOverKeys()
  return {
    provider: () => provider as Provider,
    keys: () => keys,
    takeOverKeys,
  }
}

/** While the database is away the library would speak of a bug of ours, and nobody would try again. */
function reportUnavailable<T extends Adapter | { findAccount: FindAccount }>(calls: T): T {
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await (call as (...given: unknown[]) => unknown)(...given)
      } catch (cause) {
        if (!isDatabaseUnavailable(cause)) throw cause
        const away = new errors.TemporarilyUnavailable('the database is not available; try again', {
          cause,
        })
        throw Object.assign(away, { status: 503, statusCode: 503 })
      }
    },
  ])
  return Object.fromEntries(guarded) as T
}

import { parseArgs } from 'node:util'
import { recordAudit } from '../directory/audit.ts'
import {
  type EarlyStart,
  loadSigningKeys,
  type SigningKey,
  startNextKey,
  withdrawKeys,
} from '../identity/oauth/keys.ts'
import { KNOWN_TO_NODES_MS, PUBLISHED_AROUND_MS } from '../identity/oauth/rules.ts'
import { connect, type Db, type Trx } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { reasonOf } from '../platform/errors.ts'
import { type RealTime, systemRealTime } from '../platform/time.ts'
import { checkedColumns } from '../sealed-columns.ts'
import { readConfig } from '../settings.ts'
import { openKeys } from './keys.ts'
import { UsageError } from './usage-error.ts'

type Options = Readonly<{ now: boolean; withdraw: boolean }>

/** Keys are replaced every 30 days by themselves; this does it earlier. */
export async function runRotateSigningKey(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readOptions(args)
  const config = readConfig(env)
  const db = connect(config.databaseUrl, { size: 2 })
  try {
    await requireMigrated(db)
    const seal = await openKeys(config, db, checkedColumns.serve)
    if (!seal) throw new Error('SECRET_KEY_FILE is not set, so there are no signing keys.')
    const load = () => loadSigningKeys(db, seal, systemRealTime)
    // There may be no next key yet.
    await load()
    const started = options.withdraw ? await withdraw(db, load) : await startEarly(db, options)
    // What will sign next is published from now on.
    await load()
    console.error(
      `The key ${started.id} signs access tokens from ${started.startsAt.toISOString()} on.`,
    )
    if (options.withdraw) {
      console.error(
        'All earlier signing keys are withdrawn. Nodes use the new key within a minute. Until then, they may reject the access tokens of other nodes. Clients must renew their access tokens.',
      )
    }
  } finally {
    await db.destroy()
  }
}

const record = (trx: Trx, at: RealTime, target: string, after: object) =>
  recordAudit(
    trx,
    { kind: 'process', id: 'rotate-signing-key', at },
    { scopeId: 'platform', action: 'signing-key.rotate', target, after },
  )

const startEarly = (db: Db, { now }: Options): Promise<EarlyStart> =>
  db.transaction().execute(async (trx) => {
    const at = systemRealTime()
    const started = await startNextKey(trx, at, now ? KNOWN_TO_NODES_MS : PUBLISHED_AROUND_MS)
    if (!started) throw new Error('There is no next signing key. Try again in a minute.')
    await record(trx, at, `signing key ${started.id}`, { starts_at: started.startsAt })
    return started
  })

async function withdraw(db: Db, load: () => Promise<SigningKey[]>): Promise<EarlyStart> {
  const at = systemRealTime()
  await db.transaction().execute(async (trx) => {
    const withdrawn = await withdrawKeys(trx)
    await record(trx, at, 'signing keys', { withdrawn })
  })
  const [made] = await load()
  if (!made) throw new Error('There is no signing key. Run the command again.')
  return { id: made.id, startsAt: made.startsAt }
}

function readOptions(args: string[]): Options {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args, options: { now: flag, withdraw: flag } })
    if (values.withdraw && values.now) throw new Error('--withdraw implies --now')
    return values
  } catch (error) {
    throw new UsageError(`binnacle rotate-signing-key [--now | --withdraw]\n${reasonOf(error)}`)
  }
}

import { recordAudit } from '../directory/audit.ts'
import type { Seal } from '../platform/crypto/seal.ts'
import { connect, type Db, STARTUP_CONNECT_TIMEOUT_MS } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { recordKey, resealColumn } from '../platform/db/sealed/reseal.ts'
import { systemRealTime } from '../platform/time.ts'
import { checkedColumns, sealedColumns } from '../sealed-columns.ts'
import { readConfig } from '../settings.ts'
import { openKeys } from './keys.ts'

/** Encrypts everything that is stored encrypted with the first key of SECRET_KEY_FILE. Nodes run on meanwhile. */
export async function runRotateKey(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  // The last pass reads each table as a whole, and a synchronous standby may confirm slowly.
  const limits = { statementTimeoutMs: 0, maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS }
  const db = connect(config.databaseUrl, { ...limits, size: 4 })
  try {
    await requireMigrated(db)
    const seal = (await openKeys(config, db, checkedColumns.serve))?.withKeyIds()
    if (!seal) {
      throw new Error(
        'SECRET_KEY_FILE is not set. List the new key file first, then a comma and the old one.',
      )
    }
    await recordRotation(db, seal)
    let unreadable = 0
    for (const column of sealedColumns) {
      const done = await resealColumn(db, seal, column)
      unreadable += done.unreadable
      console.error(
        `${column.table}.${column.column}: ${done.resealed} encrypted again, ${done.unreadable} unreadable`,
      )
    }
    if (unreadable > 0) {
      throw new Error(
        `${unreadable} values cannot be decrypted with any key in SECRET_KEY_FILE. Add the file with their key and run rotate-key again. If the key is lost, see the guide on keys.`,
      )
    }
    console.error(
      'All secrets are encrypted with the first key in SECRET_KEY_FILE. After a day, when browser sessions have been renewed, remove the other files from it and restart the nodes.',
    )
  } finally {
    await db.destroy()
  }
}

/** Before the first value: from now on nodes that start write key ids. */
const recordRotation = (db: Db, seal: Seal) =>
  db.transaction().execute(async (trx) => {
    const at = systemRealTime()
    await recordKey(trx, seal, at)
    await recordAudit(
      trx,
      { kind: 'process', id: 'rotate-key', at },
      {
        scopeId: 'platform',
        action: 'secret-key.rotate',
        target: `secret key ${seal.keyId.toString('hex')}`,
      },
    )
  })

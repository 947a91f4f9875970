import { readSeal, type Seal } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import { hasKeyIds, requireRightKey, type SealedColumn } from '../platform/db/sealed/reseal.ts'
import type { Config } from '../settings.ts'

/** None if no key is set. Throws if the columns were sealed with another one. */
export async function openKeys(
  { secretKeyFiles }: Config,
  db: Db,
  columns: readonly SealedColumn[],
): Promise<Seal | undefined> {
  if (secretKeyFiles.length === 0) return undefined
  const seal = readSeal(...secretKeyFiles)
  await requireRightKey(db, seal, columns)
  return (await hasKeyIds(db)) ? seal.withKeyIds() : seal
}

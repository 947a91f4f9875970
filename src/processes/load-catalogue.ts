import { readFileSync } from 'node:fs'
import { loadCatalogue } from '../areas/quota/operator/catalogue/actions.ts'
import { registerCatalogue } from '../areas/service-health/operator/registry/actions.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { shippedFile } from '../platform/shipped-files.ts'
import { systemProductTime } from '../platform/time.ts'
import { readConfig } from '../settings.ts'
import { UsageError } from './usage-error.ts'

const STARTER = shippedFile('samples/catalogue/starter.json')

/** Fills the quota catalogue with what ships, or with a file of one's own; what is there already stays. */
export async function runLoadCatalogue(
  [file, ...more]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [surplus] = file?.startsWith('-') ? [file] : more
  if (surplus) throw new UsageError(`binnacle load-catalogue [FILE]\nUnknown argument: ${surplus}`)
  const config = readConfig(env)
  const db = connect(config.databaseUrl, { size: 1 })
  try {
    await requireMigrated(db)
    const added = await fillCatalogue(db, config.vendorNamespace, file)
    const summary =
      added.length === 0
        ? 'The quota catalogue already has all of these providers.'
        : added.join(', ')
    console.error(added.length === 0 ? summary : `Added to the quota catalogue: ${summary}`)
  } finally {
    await db.destroy()
  }
}

/** Answers which providers were added. */
export async function fillCatalogue(
  db: Db,
  vendorNamespace: string,
  file: string | URL = STARTER,
): Promise<string[]> {
  const text = readFileSync(file, 'utf8').replaceAll('{vendor}', vendorNamespace)
  const actor = { kind: 'process', id: 'load-catalogue', at: systemProductTime() } as const
  return loadCatalogue(db, actor, JSON.parse(text), registerCatalogue)
}

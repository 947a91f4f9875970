import { readFileSync } from 'node:fs'
import { loadCatalogue } from '../areas/quota/operator/catalogue/actions.ts'
import { registerCatalogue } from '../areas/service-health/operator/registry/actions.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { UsageError } from './usage-error.ts'

const STARTER = new URL('../../catalogue/starter.json', import.meta.url)

/** Fills the quota catalogue with what ships, or with a file of one's own; what is there already stays. */
export async function runLoadCatalogue(
  [file, ...more]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [surplus] = file?.startsWith('-') ? [file] : more
  if (surplus) throw new UsageError(`binnacle load-catalogue [FILE]\n${surplus} is not understood.`)
  const config = readConfig(env)
  const db = connect(config.databaseUrl, { poolSize: 1 })
  try {
    await requireMigrated(db)
    const added = await fillCatalogue(db, config.vendorNamespace, file)
    const told = added.length === 0 ? 'Everything in it is there already.' : added.join(', ')
    console.error(added.length === 0 ? told : `Added to the quota catalogue: ${told}`)
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
  const actor = { kind: 'process', id: 'load-catalogue', at: systemClock() } as const
  return loadCatalogue(db, actor, JSON.parse(text), registerCatalogue)
}

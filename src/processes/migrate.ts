import { readConfig } from '../platform/config.ts'
import { migrate } from '../platform/db/migrate.ts'

export async function runMigrate(env: NodeJS.ProcessEnv): Promise<void> {
  const applied = await migrate(readConfig(env).databaseUrl)
  for (const name of applied) console.error(`applied ${name}`)
  if (applied.length === 0) console.error('The database is up to date.')
}

import { jobQueues } from '../jobs.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readConfig } from '../settings.ts'

export async function runMigrate(env: NodeJS.ProcessEnv): Promise<void> {
  const applied = await migrate(readConfig(env).databaseUrl, jobQueues, {
    onWait: (message) => console.error(message),
  })
  for (const name of applied) console.error(`applied ${name}`)
  if (applied.length === 0) console.error('The database is up to date.')
}

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { administer } from '../../../../test/support/database/postgres.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { LONG_WAITS } from '../../../../test/support/processes/limits.ts'
import { takeStartSnapshot } from '../../../emulator/snapshots/actions.ts'
import { readConfig } from '../../../settings.ts'
import { startServer } from '../../serve.ts'
import { openClones } from './clones.ts'

const database = useDatabase()
afterAll(() => administer('drop database if exists binnacle_template with (force)'))

test('a clone that fails after its server has started leaves nothing that listens, and no copy', async () => {
  await takeStartSnapshot(database.db)
  const shared = Promise.reject(new Error('the first instance has failed'))
  shared.catch(() => undefined)
  let port = 0
  const start = openClones({
    startServer,
    log: pino({ level: 'silent' }),
    configAt: ({ plain }, databaseUrl) => {
      port = plain
      const env = { DATABASE_URL: databaseUrl, PORT: String(plain), METRICS_ADDRESS: '127.0.0.1:0' }
      return readConfig({ ...LONG_WAITS, ...env, HOST: '127.0.0.1' })
    },
    databaseUrl: database.url,
    host: '127.0.0.1',
    nameOfHost: 'localhost',
    shared,
  })
  await expect(start()).rejects.toThrow('the first instance has failed')
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed')
  const copies = sql`select datname from pg_database where datname ~ '^binnacle_[0-9a-f]{32}$'`
  expect((await copies.execute(database.db)).rows).toEqual([])
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { openProvider } from '../support/http/provider.ts'
import { blocksOf } from '../support/processes/guide.ts'
import { type Serving, serve, work } from '../support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../support/server/health-calls.ts'
import { openQuota } from '../support/server/quota.ts'

// Each start is a process, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000 })

const GUIDE = readFileSync('docs/guides/keys.md', 'utf8')
const database = useDatabase()
const provider = await openProvider()
afterAll(provider.close)
const folder = mkdtempSync(join(tmpdir(), 'binnacle-lost-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeKey(name: string): string {
  const file = join(folder, name)
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return file
}

const settingsOf = (SECRET_KEY_FILE: string) => ({
  DATABASE_URL: database.url,
  PUBLIC_URL: ORIGIN,
  OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
  SECRET_KEY_FILE,
})

async function started(starting: Promise<Serving>): Promise<Serving> {
  const process = await starting
  onTestFinished(async () => void (await process.stop('SIGKILL')))
  return process
}

test('after the statements of the guide, serve and work start with a new key', async () => {
  const lost = makeKey('lost.key')
  const before = await started(serve(settingsOf(lost)))
  const [url = ''] = before.addresses
  const quota = openQuota(atOrigin({ url: () => url, db: () => database.db, seal: readSeal(lost) }))
  await quota.addOperator()
  await quota.loadStarter()
  const { status } = await quota.callAsOperator(
    'PUT',
    '/quota/providers/Microsoft.Compute/endpoint',
    { url: provider.url },
  )
  expect(status).toBeLessThan(300)
  await before.stop()

  const settings = settingsOf(makeKey('new.key'))
  for (const start of [serve, work])
    await expect(start(settings)).rejects.toThrow('SECRET_KEY_FILE')
  const [statements = '', ...others] = blocksOf(GUIDE, 'sql')
  expect(others).toEqual([])
  for (const statement of statements.trim().split('\n')) {
    await sql.raw(statement).execute(database.db)
  }
  const after = await started(serve(settings))
  await started(work(settings))
  const { keys } = (await (await fetch(`${after.addresses[0]}/oauth2/jwks`)).json()) as {
    keys: object[]
  }
  expect(keys.length).toBeGreaterThan(0)
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { runBinnacle } from '../../test/support/processes/processes.ts'
import { loadSigningKeys } from '../identity/oauth/keys.ts'
import { readSeal } from '../platform/crypto/seal.ts'
import { systemRealTime } from '../platform/time.ts'

// Each run is a process, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000 })

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'binnacle-signing-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })

const listIds = async () => {
  const keys = await loadSigningKeys(database.db, readSeal(keyFile), systemRealTime)
  return keys.map(({ id }) => id)
}
const rotate = (...options: string[]) =>
  runBinnacle(['rotate-signing-key', ...options], {
    DATABASE_URL: database.url,
    SECRET_KEY_FILE: keyFile,
  })

test('the next key starts after it has been published; withdrawing replaces every key, also the next', async () => {
  const before = await listIds()
  const { code, stderr } = await rotate()
  expect([code, stderr]).toEqual([0, expect.stringContaining(before[1] ?? 'none')])
  expect(await listIds()).toEqual(before)
  const withdrawn = await rotate('--withdraw')
  expect([withdrawn.code, withdrawn.stderr]).toEqual([0, expect.stringContaining('withdrawn')])
  const after = await listIds()
  expect(after).toHaveLength(2)
  expect(after.filter((id) => before.includes(id))).toEqual([])
  const rows = await database.db
    .selectFrom('audit')
    .select(['target', 'actor_id'])
    .where('action', '=', 'signing-key.rotate')
    .orderBy('id')
    .execute()
  expect(rows.map(({ target }) => target)).toEqual([`signing key ${before[1]}`, 'signing keys'])
})

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { runBinnacle } from '../../test/support/processes/processes.ts'

type Deps = Readonly<{
  db: Db
  settings: () => Record<string, string>
  ageKeys: boolean
  getToken: () => Promise<string | undefined>
}>

/** A key is new for two minutes at most, and nodes read the keys every minute. */
const MAX_WAIT_MS = 4 * 60_000
const IN_A_ROW = 6

/** Answers the key that signs from now on, or soon. */
export async function rotateSigningKey({ db, settings, ageKeys }: Deps): Promise<string> {
  if (ageKeys) {
    await sql`update oauth_signing_key set created_at = created_at - interval '1 hour'`.execute(db)
  }
  const { code, stderr } = await runBinnacle(['rotate-signing-key', '--now'], settings())
  console.log(`rotate-signing-key: ${stderr.trim()}`)
  const [, id] = /The key (\S+) signs/.exec(stderr) ?? []
  if (code !== 0 || !id) throw new Error(`rotate-signing-key: ${code} ${stderr}`)
  return id
}

/** Both nodes sign with this key in the end. */
export async function waitForSigningKey({ getToken }: Deps, id: string): Promise<string[]> {
  const until = performance.now() + MAX_WAIT_MS
  for (let row = 0; row < IN_A_ROW; ) {
    row = keyOf(await getToken()) === id ? row + 1 : 0
    if (performance.now() > until) return [`the key ${id} does not sign`]
    if (row === 0) await delay(1000)
  }
  return []
}

function keyOf(token = ''): string | undefined {
  const [header = ''] = token.split('.')
  return JSON.parse(Buffer.from(header, 'base64url').toString() || '{}').kid
}

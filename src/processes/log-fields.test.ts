import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { insertClient } from '../../test/support/http/signed-in.ts'
import { signer } from '../../test/support/http/signer.ts'
import { type ServingHere, serveHere } from '../../test/support/processes/serve-here.ts'
import { insertPerson } from '../../test/support/world/world.ts'

const guide = readFileSync('docs/guides/logs.md', 'utf8')
/** The names in the first column of the table below a heading. */
function documentedIn(heading: string): string[] {
  const section = guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const cells = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

const ORIGIN = 'http://binnacle.example'
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
const SECRET_KEY_FILE = join(folder, 'key')
writeFileSync(SECRET_KEY_FILE, randomBytes(32).toString('hex'), { mode: 0o600 })
let server: ServingHere
beforeAll(async () => {
  // A deletion job that cannot find its table fails.
  await sql`drop table second_factor_failure`.execute(database.db)
  server = await serveHere({ DATABASE_URL: database.url, PUBLIC_URL: ORIGIN, SECRET_KEY_FILE })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

type Line = Readonly<Record<string, unknown>>
const linesOf = (msg: string): Line[] =>
  server
    .readLog()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === msg)

const namesIn = (lines: readonly object[]) => [...new Set(lines.flatMap(Object.keys))].sort()
const EVERY_LINE = documentedIn('Fields of every line')

test('the guide lists the fields of the lines of requests', async () => {
  const [url = ''] = server.addresses
  const { token } = await insertPerson(database.db)
  const ids = { 'x-ms-client-request-id': randomUUIDv7() }
  await fetch(`${url}/v0.1/user`, { headers: { 'X-API-Token': token, ...ids } })
  await fetch(`${url}/v0.1/user`)
  const secret = 'a secret of a service account'
  await insertClient(database.db, 'robot', ['client-credentials'], {
    principalId: randomUUIDv7(),
    secret,
  })
  const bearer = await signer(ORIGIN, [url]).service('robot', secret)
  await fetch(`${url}/subscriptions?api-version=2022-12-01`, {
    headers: { Authorization: `Bearer ${bearer}` },
  })
  await expect.poll(() => linesOf('request').length).toBeGreaterThanOrEqual(4)
  // `traceId` is only there with traces; their test looks at it.
  const documented = documentedIn('Requests').filter((name) => name !== 'traceId')
  expect(namesIn(linesOf('request'))).toEqual([...EVERY_LINE, ...documented].sort())
})

test('the guide lists the fields of the line of a failed job, and of its error', async () => {
  // A process begins a sweep every two seconds, and this one is the fourth.
  await expect
    .poll(() => linesOf('job failed, will be retried').length, { timeout: 90_000 })
    .toBeGreaterThan(0)
  const lines = linesOf('job failed, will be retried')
  expect(namesIn(lines)).toEqual([...EVERY_LINE, ...documentedIn('Jobs')].sort())
  const [{ err = {} } = {}] = lines
  expect(documentedIn('Errors')).toEqual(expect.arrayContaining(Object.keys(err as object)))
})

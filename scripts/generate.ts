/**
 * Writes what is generated and committed: `tables.ts` from the migrated database, the OpenAPI
 * documents from the route schemas, the client's types from those documents, the list of settings from
 * the config schema, the page of rights, the tests of each clause, the actions of the audit trail, the
 * metrics, the operations of published clients, the operator API and the commands of the command line.
 * With `--check` it writes nothing and fails when a file is stale.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { pino } from 'pino'
import { buildServer } from '../src/app.ts'
import { connect } from '../src/platform/db/connect.ts'
import { openSharedReads } from '../src/platform/db/shared-read.ts'
import { openJobs } from '../src/platform/jobs.ts'
import { makeMetrics } from '../src/platform/metrics/metrics.ts'
import { systemProductTime, systemRealTime } from '../src/platform/time.ts'
import { openEmulator } from '../src/processes/dev/emulator/emulator.ts'
import { Seed } from '../src/processes/dev/seed/wire.ts'
import { Scenario } from '../src/processes/rehearse/wire.ts'
import { readConfig } from '../src/settings.ts'
import { withMigratedDatabase } from '../test/support/database/postgres.ts'
import { auditActionsPage } from './pages/audit-actions.ts'
import { clausesPage } from './pages/clauses.ts'
import { cliReference } from './pages/cli-reference.ts'
import { metricsPage } from './pages/metrics/page.ts'
import { operationsPage } from './pages/operations/page.ts'
import { operatorApiPage } from './pages/operator-api.ts'
import { rightsPage } from './pages/rights.ts'
import { settingsGuide } from './pages/settings.ts'

const files = new Map<string, string>()

await withMigratedDatabase(async (databaseUrl) => {
  files.set('src/platform/db/tables.ts', generateTables(databaseUrl))
  const documents = await generateDocuments(databaseUrl)
  for (const [name, document] of documents) {
    files.set(`openapi/${name}.json`, `${JSON.stringify(document, null, 2)}\n`)
    // Neither the portal nor the command line calls the controls of an emulator.
    if (name === 'emulator') continue
    files.set(`client/generated/${name}.ts`, await generateTypes(document))
  }
  files.set('docs/operations.md', operationsPage(Object.fromEntries(documents)))
  files.set('docs/spec/rights.md', rightsPage(new Map(documents).get('app-management') ?? {}))
  files.set('docs/operator-api.md', operatorApiPage(new Map(documents).get('operator') ?? {}))
})
files.set('samples/schemas/scenario.json', `${JSON.stringify(Scenario, null, 2)}\n`)
files.set('samples/schemas/seed.json', `${JSON.stringify(Seed, null, 2)}\n`)
files.set('docs/guides/settings.md', settingsGuide())
files.set('docs/spec/clauses.md', clausesPage())
files.set('docs/audit-actions.md', auditActionsPage())
files.set('docs/metrics.md', metricsPage())
files.set('docs/cli-reference.md', cliReference())

const stale = [...files].filter(([file, text]) => readOrEmpty(file) !== text)
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`stale: ${file} (npm run generate)`)
  if (stale.length > 0) process.exitCode = 1
  else console.log(`${files.size} generated files are up to date`)
} else {
  for (const [file, text] of stale) {
    writeFileSync(file, text)
    console.log(`wrote ${file}`)
  }
}

function generateTables(databaseUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-tables-'))
  const out = join(folder, 'tables.ts')
  const args = ['--dialect', 'postgres', '--url', databaseUrl, '--out-file', out]
  try {
    execFileSync('kysely-codegen', [
      ...args,
      '--exclude-pattern',
      'migration*',
      '--log-level',
      'error',
    ])
    return readFileSync(out, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function generateDocuments(databaseUrl: string): Promise<[string, object][]> {
  const reads = openSharedReads(databaseUrl)
  const db = connect(databaseUrl)
  const jobs = await openJobs(db, (error) => {
    throw error
  })
  const config = readConfig({ DATABASE_URL: databaseUrl })
  const { app, errors, documents } = await buildServer({
    config,
    db,
    readDb: () => db,
    reads,
    jobs,
    seal: undefined,
    portalFolder: undefined,
    lastUsed: { note: () => undefined, flush: async () => undefined },
    productTime: systemProductTime,
    realTime: systemRealTime,
    log: pino({ level: 'silent' }),
    metrics: makeMetrics(),
    isReady: () => true,
  })
  const emulator = await openEmulator(config).extend({ app, errors, db })
  await app.ready()
  const written = Object.entries({ ...documents, emulator }).map(
    ([name, document]): [string, object] => [name, document()],
  )
  await app.close()
  await jobs.stop()
  await reads.close()
  await db.destroy()
  return written
}

/** With the values of enumerations: a form offers what the server takes. */
async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTypes(document as OpenAPI3, { enumValues: true }))
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../src/processes/dev/free-port.ts'
import { useDatabase } from '../../support/database/use-database.ts'
import { blocksOf, linkPackage, runCommands } from '../../support/processes/guide.ts'
import { testLimits } from '../../support/processes/limits.ts'
import { PROGRAM } from '../../support/processes/program.ts'
import { useSecureServer } from '../secure-server.ts'
import { VERSIONS } from './installation.ts'

const GUIDE = readFileSync('docs/guides/quota.md', 'utf8')
const GUIDE_PORT = /127\.0\.0\.1:4000|(?<=listen\()4000/g
let port = 0
beforeAll(async () => {
  port = await findFreePort()
})

const database = useDatabase()
const server = useSecureServer(database, () => ({
  OUTGOING_EXCEPTIONS: `providers=127.0.0.1:${port}`,
  ...testLimits({ quotaRetryAfterSeconds: 1 }),
}))
const folder = mkdtempSync(join(tmpdir(), 'binnacle-guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('every command and program of the quota guide does what the guide says', async () => {
  layOut()
  const commands = blocksOf(GUIDE, 'sh')
    .join('\n')
    .replace(/^node ask\.mjs$/m, askWithEach())
  const { stdout, stderr, status } = runCommands([onFreePort(commands)], {
    cwd: folder,
    timeout: 170_000,
    env: {
      DATABASE_URL: server.databaseUrl(),
      BINNACLE: server.origin(),
      OPERATOR: server.operator(),
      CURL_CA_BUNDLE: server.certFile(),
      NODE_EXTRA_CA_CERTS: server.certFile(),
    },
  })
  expect(status, `${stdout}\n${stderr}`).toBe(0)
  for (const shown of [
    'standardFSv2Family: now 64',
    'LimitAboveMaximum. The maximum is 480 (Count).',
    '"requestedLimit":400',
    'Granted 250 of the 400 (Count) requested, because: Only 250 cores are available in this region.',
    '"status":"Succeeded"',
    '"limit":10,"currentValue":3',
  ]) {
    expect(stdout).toContain(shown)
  }
})

/** The folder of a reader: the two programs of the guide, and what they import. */
function layOut(): void {
  const scripts = { binnacle: `node ${PROGRAM}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  linkPackage('standardwebhooks', 'node_modules/standardwebhooks', folder)
  writeFileSync(join(folder, 'provider.mjs'), onFreePort(programOf('provider.mjs')))
  for (const version of VERSIONS) {
    const client = `test/clients/packages/node_modules/arm-reservations-${version}`
    linkPackage('@azure/arm-reservations', client, join(folder, version))
    writeFileSync(join(folder, version, 'ask.mjs'), programOf('ask.mjs'))
  }
}

const askWithEach = () => VERSIONS.map((version) => `node ${version}/ask.mjs`).join('\n')

const onFreePort = (text: string) =>
  text.replaceAll(GUIDE_PORT, (found) => found.replace('4000', String(port)))

function programOf(name: string): string {
  const program = blocksOf(GUIDE, 'js').find((block) => block.startsWith(`// ${name}\n`))
  if (!program) throw new Error(`the guide lost ${name}`)
  return program
}

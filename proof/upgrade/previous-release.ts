import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caller } from '../../test/support/http/http.ts'
import type { Reader } from '../../test/support/http/service-health.ts'
import { serve, serveFrom } from '../../test/support/processes/processes.ts'
import {
  atOrigin,
  type Health,
  ORIGIN,
  openHealth,
} from '../../test/support/server/health-calls.ts'
import { openQuota, type Quota } from '../../test/support/server/quota.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { withInstallation } from '../installation.ts'
import { keepLedger } from '../ledger.ts'
import { COMMIT, unpack } from './unpack.ts'

/**
 * During an upgrade the previous release runs on a schema that is newer than it is. Both releases
 * serve one database here, and each operation is tried on one and looked at through the other.
 */
export async function provePreviousRelease(rounds: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-previous-'))
  try {
    const bin = unpack(folder)
    return await withInstallation(async ({ db, seal, env }) => {
      const settings = { ...env, PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false' }
      await using running = new AsyncDisposableStack()
      const nodes = [await serveFrom(bin, settings), await serve(settings)]
      running.defer(async () => void (await Promise.all(nodes.map((node) => node.stop()))))
      let turn = 0
      const url = () => nodes[turn++ % nodes.length]?.addresses[0] ?? ''
      const installation = atOrigin({ url, db: () => db, seal })
      const [health, quota] = [openHealth(installation), openQuota(installation)]
      // The older one has other requests besides.
      const ledger = await keepLedger({ db, seal }, nodes[0]?.addresses[0] ?? '')
      running.defer(() => ledger.stop())
      for (const { setOperator } of [health, quota]) setOperator(ledger.operator)
      const reader = await health.addReader()
      await health.addSubscription('west', { [reader.id]: 'owner' })
      const { token } = await insertPerson(db)
      const faults = [
        ...(await tryApps(url, token, rounds)),
        ...(await tryEvents(health, reader, rounds)),
        ...(await tryQuota(quota, reader, rounds)),
      ]
      await ledger.stop()
      faults.push(...ledger.wrong, ...(await ledger.findFaults()))
      const errors = nodes.flatMap(({ readLog }) => findErrors(readLog()))
      for (const fault of [...faults, ...errors].slice(0, 20)) console.log(`  ${fault}`)
      console.log(
        `previous release ${COMMIT.slice(0, 7)}: ${turn} requests, two releases in turn; ${ledger.acknowledged.length} acknowledged writes to the older one, ${ledger.refused()} refused with 503`,
      )
      return faults.length + errors.length === 0 && ledger.fewest() >= 5
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function tryApps(url: () => string, token: string, rounds: number): Promise<string[]> {
  const call = (method: string, path: string, body?: unknown, as = token) =>
    caller({ url: url() })(as, method, `/v0.1${path}`, body)
  const faults: string[] = []
  const expect = (what: string, { status }: { status: number }, expected: number) => {
    if (status !== expected) faults.push(`${what}: ${status} instead of ${expected}`)
  }
  for (let round = 0; round < rounds; round++) {
    const org = await call('POST', '/orgs', { display_name: `Harbour ${round}` })
    expect('create an organization', org, 201)
    const of = { display_name: 'Tide', os: 'Linux', platform: 'Custom' }
    const app = await call('POST', `/orgs/${org.body.name}/apps`, of)
    expect('create an app', app, 201)
    const path = `/apps/${org.body.name}/${app.body.name}`
    expect('change an app', await call('PATCH', path, { description: `${round}` }), 200)
    const made = { description: 'for a test', scope: ['all'] }
    const created = await call('POST', `${path}/api_tokens`, made)
    expect('create a token', created, 201)
    expect('list tokens', await call('GET', `${path}/api_tokens`), 200)
    for (const each of [1, 2]) {
      expect(`use a token ${each}`, await call('GET', path, undefined, created.body.api_token), 200)
    }
    const email = { user_email: `guest-${round}@example.com` }
    expect('invite', await call('POST', `${path}/invitations`, email), 204)
    expect('revoke', await call('DELETE', `${path}/api_tokens/${created.body.id}`), 204)
    for (const each of [1, 2]) {
      expect(`revoked ${each}`, await call('GET', path, undefined, created.body.api_token), 401)
    }
    expect('list apps', await call('GET', '/apps'), 200)
    // Fifteen requests in a round: what one release did, the other does in the next.
    expect('list organizations', await call('GET', '/orgs'), 200)
    expect('rename', await call('PATCH', `/orgs/${org.body.name}`, { name: `quay-${round}` }), 200)
    expect('delete an app', await call('DELETE', `/apps/quay-${round}/${app.body.name}`), 204)
  }
  return faults
}

async function tryEvents(health: Health, reader: Reader, rounds: number): Promise<string[]> {
  const faults: string[] = []
  for (let round = 0; round < rounds; round++) {
    const impact = [{ impactedService: 'Storage', impactedRegions: ['eastus'] }]
    const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue', impact }
    const { status, body } = await health.callAsOperator('POST', '/events', event)
    if (status !== 201) faults.push(`publish: ${status} ${JSON.stringify(body)}`)
    for (const each of [1, 2]) {
      const read = await health.get(reader, 'west', body.trackingId)
      if (read.status !== 200) faults.push(`read an event ${each}: ${read.status}`)
    }
  }
  return faults
}

async function tryQuota(quota: Quota, reader: Reader, rounds: number): Promise<string[]> {
  const faults: string[] = []
  for (let round = 0; round < rounds; round++) {
    const { status, body } = await quota.put(reader, 'west', 'cores', 21 + round)
    if (status !== 201) faults.push(`request quota: ${status}`)
    const { properties } = await quota.waitForRequest(reader, 'west', body.name)
    if (properties.provisioningState !== 'Succeeded') faults.push(JSON.stringify(properties))
  }
  return faults
}

/** Of a log: what went wrong inside. */
const findErrors = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":(50|60)|"statusCode":500/.test(line))

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { type Answer, caller } from '../support/http/http.ts'
import { makeCertificate } from '../support/processes/certificate.ts'
import { startEmulator } from '../support/processes/emulator.ts'
import { requireUnlimited, serve } from '../support/processes/processes.ts'
import { type Installation, openHealth } from '../support/server/health-calls.ts'

export type ServiceAccount = 'robot' | 'guest'
type Account = Readonly<{ clientId: string; principalId: string; secret: string }>

/** Loads a published client, which is installed apart from the product. */
export const loadClient = createRequire(new URL('packages/package.json', import.meta.url))

/**
 * The server over https as its own process, or the emulator; known by its addresses and an operator's
 * bearer alone. Two service accounts, `robot` and `guest`, have no role yet.
 */
export function useSecureServer(
  database: { readonly url: string; readonly db: Db },
  settings: () => Readonly<Record<string, string>> = () => ({}),
) {
  let running: Running
  const accounts = new Map<ServiceAccount, Account>()
  const accountOf = (who: ServiceAccount) => accounts.get(who) ?? outOfReach()
  const installation: Installation = {
    url: () => running.plainUrl,
    db: outOfReach,
    get seal() {
      return outOfReach()
    },
    vendor: 'Microsoft',
    get origin() {
      return running.origin
    },
    get managementUrl() {
      return running.origin
    },
  }
  const callAsOperator = (method: string, path: string, body: object) =>
    callOperatorApiAt(running, method, path, body)
  beforeAll(async () => {
    const { EMULATOR } = process.env
    running = EMULATOR
      ? await startFrom(EMULATOR, settings())
      : await startServer(database, settings())
    accounts.set('robot', running.robot ?? (await register(running, 'robot')))
    accounts.set('guest', await register(running, 'guest'))
  }, 180_000)
  afterAll(() => running.stop())
  const tlsOptions = () => ({ ca: readFileSync(running.caFile, 'utf8') })
  /** The identity library of published clients, unmodified, at our own token endpoint. */
  const credentialOf = (who: ServiceAccount): Credential => {
    const { ClientSecretCredential } = loadClient('@azure/identity') as Identity
    const { clientId, secret } = accountOf(who)
    return new ClientSecretCredential(running.tenantId, clientId, secret, {
      authorityHost: running.origin,
      // It would ask Azure whether it knows this server.
      disableInstanceDiscovery: true,
      tlsOptions: tlsOptions(),
    })
  }
  return {
    installation,
    origin: () => running.origin,
    operator: () => running.operator,
    credentialOf,
    /** For calls past the published client. */
    async readerOf(who: ServiceAccount) {
      const { token } = await credentialOf(who).getToken(`${running.origin}/.default`)
      return { id: accountOf(who).principalId, bearer: token }
    },
    /** A subscription of an organization of its own, which `robot` owns and `guest` reads. */
    async addSubscription(id: string): Promise<void> {
      const named = { name: `org-${id}`, display_name: `The organization of ${id}` }
      const { body } = await callAsOperator('POST', '/v0.1/orgs', named)
      const input = { id, organization_id: body.id, display_name: id }
      await callAsOperator('POST', '/operator/v1/subscriptions', input)
      for (const [who, role] of [
        ['robot', 'owner'],
        ['guest', 'reader'],
      ] as const) {
        const { principalId } = accountOf(who)
        await callAsOperator('PUT', `/operator/v1/subscriptions/${id}/roles/${principalId}`, {
          role,
        })
      }
    },
    accountOf,
    certFile: () => running.caFile,
    databaseUrl: () => running.databaseUrl,
    clientOptions: () => ({ endpoint: running.origin, tlsOptions: tlsOptions() }),
  }
}

function outOfReach(): never {
  throw new Error(
    'not up yet, or out of reach: these suites know addresses and bearers, no database',
  )
}

async function callOperatorApiAt(
  { plainUrl, operator }: Running,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = { Authorization: `Bearer ${operator}` }
  const answer = await caller({ url: plainUrl })(undefined, method, path, body, headers)
  if (answer.status < 300) return answer
  throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
}

async function register(running: Running, clientId: string): Promise<Account> {
  const input = { id: clientId, display_name: `Client ${clientId}`, flows: ['client-credentials'] }
  const { body } = await callOperatorApiAt(running, 'POST', '/operator/v1/clients', input)
  return { clientId, principalId: body.client.principal_id, secret: body.client_secret }
}

type Credential = { getToken: (scope: string) => Promise<{ token: string }> }
type Identity = {
  ClientSecretCredential: new (
    tenant: string,
    id: string,
    secret: string,
    options: object,
  ) => Credential
}

type Running = Readonly<{
  databaseUrl: string
  origin: string
  plainUrl: string
  caFile: string
  /** A bearer of somebody who is one. */
  operator: string
  tenantId: string
  /** The program that the emulator made and told of. */
  robot?: Account
  stop: () => Promise<unknown>
}>

async function startServer(
  database: { readonly url: string; readonly db: Db },
  settings: Readonly<Record<string, string>>,
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const certificate = makeCertificate()
  const port = await findFreePort()
  const origin = `https://localhost:${port}`
  const env = { DATABASE_URL: database.url, SECRET_KEY_FILE: keyFile, PUBLIC_URL: origin }
  const tls = { TLS_PORT: String(port), ...certificate.settings }
  const server = await serve({ ...env, ...tls, ...settings })
  const plainUrl = server.addresses.find((url) => url.startsWith('http:')) ?? ''
  const names = { vendor: 'Microsoft', origin, managementUrl: origin }
  const inside = { url: () => plainUrl, db: () => database.db, seal: readSeal(keyFile), ...names }
  return {
    origin,
    plainUrl,
    caFile: certificate.certFile,
    databaseUrl: database.url,
    operator: await openHealth(inside).addOperator(),
    // Any will do, but the identity library takes no word for all of them.
    tenantId: randomUUIDv7(),
    async stop() {
      await server.stop()
      certificate.remove()
      rmSync(folder, { recursive: true })
      requireUnlimited(server)
    },
  }
}

/** The emulator, of which nothing is known but what it printed. */
async function startFrom(bin: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const limited = { RATE_LIMITS: 'true', ...env }
  const { settings, plainUrl, readLog, stop } = await startEmulator(['--empty'], {
    bin,
    env: limited,
  })
  const printed = (name: string): string => {
    const value = settings[name]
    if (value === undefined) throw new Error(`the emulator did not print ${name}`)
    return value
  }
  const running = {
    origin: printed('AZURE_AUTHORITY_HOST'),
    plainUrl,
    caFile: printed('NODE_EXTRA_CA_CERTS'),
    databaseUrl: printed('DATABASE_URL'),
    operator: printed('OPERATOR'),
    tenantId: printed('AZURE_TENANT_ID'),
    async stop() {
      const log = readLog()
      await stop()
      requireUnlimited({ readLog: () => log })
    },
  }
  const clientId = printed('AZURE_CLIENT_ID')
  const { body } = await callOperatorApiAt(running, 'GET', `/operator/v1/clients/${clientId}`)
  const secret = printed('AZURE_CLIENT_SECRET')
  return { ...running, robot: { clientId, principalId: body.principal_id, secret } }
}

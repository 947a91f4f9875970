import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { connect, type Db } from '../../src/platform/db/connect.ts'
import { readSeal, type Seal } from '../../src/platform/seal.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { makeCertificate } from '../certificate.ts'
import { startEmulator } from '../emulator.ts'
import type { Installation } from '../health-calls.ts'
import { serve } from '../processes.ts'
import { insertClient } from '../signed-in.ts'

export type ServiceAccount = 'robot' | 'guest'

const SECRET = randomBytes(32).toString('base64url')
/** Any will do, but the identity library takes no word for all of them. */
const TENANT = randomUUIDv7()

/** Loads a published client, which is installed apart from the product. */
export const loadClient = createRequire(new URL('clients/package.json', import.meta.url))

/** The server over https as its own process, with two service accounts that have no role yet. */
export function useSecureServer(
  database: { readonly url: string; readonly db: Db },
  settings: () => Readonly<Record<string, string>> = () => ({}),
) {
  let running: Running
  const accounts: Record<ServiceAccount, string> = { robot: randomUUIDv7(), guest: randomUUIDv7() }
  const installation: Installation = {
    url: () => running.plainUrl,
    db: () => running.db,
    get seal() {
      return running.seal
    },
    vendor: 'Microsoft',
    get origin() {
      return running.origin
    },
    get managementUrl() {
      return running.origin
    },
  }
  beforeAll(async () => {
    const { EMULATOR } = process.env
    running = EMULATOR
      ? await startFrom(EMULATOR, settings())
      : await startServer(database, settings())
    for (const [id, principalId] of Object.entries(accounts)) {
      const known = { principalId, secret: SECRET }
      await insertClient(running.db, id, ['client-credentials'], known)
    }
  }, 60_000)
  afterAll(() => running.stop())
  const tlsOptions = () => ({ ca: readFileSync(running.caFile, 'utf8') })
  return {
    installation,
    accounts,
    origin: () => running.origin,
    /** The identity library of published clients, unmodified, at our own token endpoint. */
    credentialOf(who: ServiceAccount): object {
      const { ClientSecretCredential } = loadClient('@azure/identity') as Identity
      return new ClientSecretCredential(TENANT, who, SECRET, {
        authorityHost: running.origin,
        // It would ask the big cloud whether it knows us.
        disableInstanceDiscovery: true,
        tlsOptions: tlsOptions(),
      })
    },
    certFile: () => running.caFile,
    databaseUrl: () => running.databaseUrl,
    clientOptions: () => ({ endpoint: running.origin, tlsOptions: tlsOptions() }),
  }
}

type Identity = {
  ClientSecretCredential: new (
    tenant: string,
    id: string,
    secret: string,
    options: object,
  ) => object
}

type Running = Readonly<{
  databaseUrl: string
  origin: string
  plainUrl: string
  caFile: string
  db: Db
  seal: Seal
  stop: () => Promise<void>
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
  return {
    origin,
    plainUrl: server.addresses.find((url) => url.startsWith('http:')) ?? '',
    caFile: certificate.certFile,
    databaseUrl: database.url,
    db: database.db,
    seal: readSeal(keyFile),
    async stop() {
      await server.stop()
      certificate.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The emulator, of which nothing is known but what it printed. */
async function startFrom(bin: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const emulator = await startEmulator(['--empty'], { bin, env })
  const { settings } = emulator
  const databaseUrl = settings.DATABASE_URL ?? ''
  const db = connect(databaseUrl)
  return {
    origin: settings.PUBLIC_URL ?? '',
    plainUrl: /http:\S+/.exec(emulator.stdout())?.[0] ?? '',
    caFile: settings.NODE_EXTRA_CA_CERTS ?? '',
    databaseUrl,
    db,
    seal: readSeal(settings.SECRET_KEY_FILE ?? ''),
    async stop() {
      await db.destroy()
      await emulator.stop()
    },
  }
}

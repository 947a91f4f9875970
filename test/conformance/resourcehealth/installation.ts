import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../../../src/platform/db/connect.ts'
import { readSeal, type Seal } from '../../../src/platform/seal.ts'
import { makeCertificate } from '../../certificate.ts'
import { openHealth } from '../../health-calls.ts'
import { type Serving, serve } from '../../processes.ts'
import { insertClient, signer } from '../../signed-in.ts'

const SECRET = randomBytes(32).toString('base64url')

/** As much of the published client as is used here; it is installed apart from the product. */
type Query = { filter?: string; queryStartTime?: string }
export type ListedEvent = Record<string, unknown> & { name?: string }
export type Client = {
  eventsOperations: {
    listBySubscriptionId: (query?: Query) => AsyncIterable<ListedEvent> & {
      byPage: () => AsyncIterable<ListedEvent[]>
    }
  }
  eventOperations: {
    getBySubscriptionIdAndTrackingId: (id: string, query?: Query) => Promise<ListedEvent>
    fetchDetailsBySubscriptionIdAndTrackingId: (id: string) => Promise<ListedEvent>
  }
  impactedResources: {
    listBySubscriptionIdAndEventId: (id: string, query?: Query) => AsyncIterable<ListedEvent>
    get: (id: string, name: string) => Promise<ListedEvent>
  }
  operations: { list: () => Promise<{ value: { name: string }[] }> }
}
type Constructor = new (credential: object, subscription: string, options: object) => Client

const load = createRequire(new URL('../clients/package.json', import.meta.url))

/** A server over https with two service accounts on sub-a: `robot` owns it, `guest` reads it. */
export function useInstallation(database: { readonly url: string; readonly db: Db }) {
  let running: Serving
  let origin = ''
  let seal: Seal
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const certificate = makeCertificate()
  const health = openHealth({
    url: () => running.addresses.find((url) => url.startsWith('http:')) ?? '',
    db: () => database.db,
    get seal() {
      return seal
    },
    vendor: 'Microsoft',
    get origin() {
      return origin
    },
    get managementUrl() {
      return origin
    },
  })
  beforeAll(async () => {
    const keyFile = join(folder, 'key')
    writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
    seal = readSeal(keyFile)
    const port = await findFreePort()
    origin = `https://localhost:${port}`
    const env = { DATABASE_URL: database.url, SECRET_KEY_FILE: keyFile, PUBLIC_URL: origin }
    running = await serve({ ...env, TLS_PORT: String(port), ...certificate.settings })
    const [robot, guest] = [randomUUIDv7(), randomUUIDv7()]
    const flows = ['client-credentials']
    await insertClient(database.db, 'robot', flows, { principalId: robot, secret: SECRET })
    await insertClient(database.db, 'guest', flows, { principalId: guest, secret: SECRET })
    await health.addOperator()
    await health.addSubscription('sub-a', { [robot]: 'owner', [guest]: 'reader' })
  })
  afterAll(async () => {
    await running.stop()
    certificate.remove()
    rmSync(folder, { recursive: true })
  })
  return {
    health,
    origin: () => origin,
    /** The published client, signed in through our own token endpoint. */
    open(who: 'robot' | 'guest', options: object = {}, subscription = 'sub-a'): Client {
      const { MicrosoftResourceHealth } = load('@azure/arm-resourcehealth') as {
        MicrosoftResourceHealth: Constructor
      }
      const nodes = [running.addresses.find((url) => url.startsWith('http:')) ?? '']
      const credential = {
        getToken: async () => ({
          token: await signer(origin, nodes).service(who, SECRET),
          expiresOnTimestamp: Date.now() + 3_600_000,
        }),
      }
      const ca = readFileSync(certificate.certFile, 'utf8')
      const settings = { endpoint: origin, tlsOptions: { ca }, ...options }
      return new MicrosoftResourceHealth(credential, subscription, settings)
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

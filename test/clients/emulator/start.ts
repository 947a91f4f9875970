import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Binnacle, StartOptions } from '../../../bin/emulator.ts'
import { caller } from '../../support/http/http.ts'
import { PROGRAM } from '../../support/processes/program.ts'
import { loadClient } from '../secure-server.ts'

/** The program of the package, or of the sources. */
export const BIN = process.env.EMULATOR ?? PROGRAM

const START_TIMEOUT_MS = 170_000
type Program = typeof import('../../../bin/emulator.ts')

/** `startBinnacle` of the package that EMULATOR is part of, or of the sources. */
export async function start(options: StartOptions = {}): Promise<Binnacle> {
  const { EMULATOR } = process.env
  const file = EMULATOR ? join(dirname(EMULATOR), 'emulator.js') : '../../../bin/emulator.ts'
  const { startBinnacle } = (await import(file)) as Program
  return startBinnacle({ startTimeoutMs: START_TIMEOUT_MS, ...options })
}

/** An emulator with its sample data, and what published clients need to call it. */
export function useBinnacle(options: StartOptions = {}) {
  let binnacle: Binnacle
  let count = 0
  beforeAll(async () => {
    binnacle = await start(options)
  })
  afterAll(() => binnacle.stop())
  const callAsOperator = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${binnacle.settings.OPERATOR}` }
    const answer = await caller({ url: binnacle.httpUrl })(undefined, method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const tlsOptions = () => ({
    ca: readFileSync(binnacle.settings.NODE_EXTRA_CA_CERTS ?? '', 'utf8'),
  })
  return {
    settings: () => binnacle.settings,
    binnacle: () => binnacle,
    callAsOperator,
    clientOptions: () => ({ endpoint: binnacle.httpsUrl, tlsOptions: tlsOptions() }),
    credential: () => credentialOf(binnacle, tlsOptions()),
    /** A subscription that the program of the sample data owns. */
    async addSubscription(): Promise<string> {
      const { AZURE_CLIENT_ID } = binnacle.settings
      const { value } = await callAsOperator('GET', '/operator/v1/subscriptions')
      const { id } = await callAsOperator('POST', '/operator/v1/subscriptions', {
        organization_id: value[0].organization_id,
        display_name: `Subscription ${count++}`,
      })
      const client = await callAsOperator('GET', `/operator/v1/clients/${AZURE_CLIENT_ID}`)
      const role = `/operator/v1/subscriptions/${id}/roles/${client.principal_id}`
      await callAsOperator('PUT', role, { role: 'owner' })
      return id
    },
  }
}

type Identity = {
  ClientSecretCredential: new (
    ...values: [tenant: string, id: string, secret: string, options: object]
  ) => object
}

function credentialOf({ settings }: Binnacle, tlsOptions: object): object {
  const { ClientSecretCredential } = loadClient('@azure/identity') as Identity
  const { AZURE_TENANT_ID = '', AZURE_CLIENT_ID = '', AZURE_CLIENT_SECRET = '' } = settings
  return new ClientSecretCredential(AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET, {
    authorityHost: settings.AZURE_AUTHORITY_HOST,
    disableInstanceDiscovery: true,
    tlsOptions,
  })
}

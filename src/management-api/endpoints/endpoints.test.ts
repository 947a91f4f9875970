import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import type { Answer } from '../../../test/support/http/http.ts'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const PUBLIC_URL = 'https://binnacle.example'
const MANAGEMENT_URL = 'https://management.binnacle.example'
const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(Buffer.alloc(32, 1)),
  env: { PUBLIC_URL, MANAGEMENT_URL },
})
const withoutSignIn = useServer({ databaseUrl: database.url })
const misfit = useDeclaredSchemas('openapi/subscriptions.json')

async function ask(query: string, { url } = server) {
  const response = await fetch(`${url}/metadata/endpoints${query}`)
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const OLDEST = {
  galleryEndpoint: MANAGEMENT_URL,
  graphEndpoint: MANAGEMENT_URL,
  portalEndpoint: PUBLIC_URL,
  authentication: { loginEndpoint: `${PUBLIC_URL}/adfs`, audiences: [MANAGEMENT_URL] },
}
const CLOUD = {
  name: 'Binnacle',
  portal: PUBLIC_URL,
  resourceManager: MANAGEMENT_URL,
  graph: MANAGEMENT_URL,
  graphAudience: MANAGEMENT_URL,
  suffixes: {},
}
const atTenant = (loginEndpoint: string, tenant: string, identityProvider: string) => ({
  ...CLOUD,
  authentication: { loginEndpoint, audiences: [MANAGEMENT_URL], tenant, identityProvider },
})

test.each([
  ['', OLDEST],
  ['?api-version=1.0', OLDEST],
  ['?api-version=2015-01-01', OLDEST],
  ['?API-Version=2019-05-01', [atTenant(`${PUBLIC_URL}/adfs`, 'adfs', 'ADFS')]],
  ['?api-version=2022-09-01', atTenant(PUBLIC_URL, 'common', 'AAD')],
])('GET /metadata/endpoints%s, without signing in', async (query, expected) => {
  const { status, body } = await ask(query)
  expect([status, body]).toEqual([200, expected])
  expect(misfit('getEndpoints', status, body)).toBeUndefined()
})

test('400: two versions', async () => {
  const { status, body } = await ask('?api-version=1.0&api-version=2022-09-01')
  expect([status, body.error.code]).toEqual([400, 'InvalidParameter'])
})

test('404: an installation where nobody can sign in', async () => {
  const { status, body } = await ask('', withoutSignIn)
  expect([status, body.error.code]).toEqual([404, 'PathNotFound'])
})

import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { runBinnacle } from '../../test/support/processes/processes.ts'
import { serveHere } from '../../test/support/processes/serve-here.ts'
import { makeMetrics } from '../platform/metrics/metrics.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = useDatabase()
let certificate: ReturnType<typeof makeCertificate>
beforeAll(() => {
  certificate = makeCertificate()
})
afterAll(() => certificate.remove())

async function startHere(
  settings: Record<string, string>,
  metrics = makeMetrics(),
): Promise<string[]> {
  const env = { DATABASE_URL: database.url, ...certificate.settings, ...settings }
  const server = await serveHere(env, metrics)
  onTestFinished(server.stop)
  return toLocalUrls(server.addresses)
}

const toLocalUrls = (addresses: readonly string[]) =>
  addresses.map((address) => `${address.split(':')[0]}://localhost:${portOf(address)}`)

const portOf = (address: string) => new URL(address).port

async function getSecurely(url: string) {
  const ca = readFileSync(certificate.certFile, 'utf8')
  const sent = request(url, { ca, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode: status, headers } = response
  return { status, headers, body: (await json(response)) as Record<string, unknown> }
}

test('beyond loopback, plain HTTP answers probes and refuses the rest in the body of each area', async () => {
  const [plain = '', secure = ''] = await startHere({ HOST: '0.0.0.0' })
  for (const probe of ['/livez', '/readyz']) {
    expect((await fetch(`${plain}${probe}`)).status).toBe(200)
  }
  const sentence = expect.stringContaining('over HTTPS only')
  const health = '/subscriptions/s/providers/Microsoft.ResourceHealth/events'
  for (const [path, body] of [
    ['/v0.1/user', { message: sentence, statusCode: 403, code: 'Forbidden' }],
    [health, { code: 'HttpsRequired', message: sentence, details: expect.any(String) }],
    ['/operator/v1/accounts', { error: { code: 'HttpsRequired', message: sentence, details: [] } }],
    ['/explorer/', { error: { code: 'HttpsRequired', message: sentence, details: [] } }],
    ['/%zz', { error: { code: 'HttpsRequired', message: sentence, details: [] } }],
    ['/v0.1/%zz', { message: sentence, statusCode: 403, code: 'Forbidden' }],
    ['/no/such/address', { error: { code: 'HttpsRequired', message: sentence, details: [] } }],
  ] as const) {
    const response = await fetch(`${plain}${path}`, { headers: { 'X-API-Token': 'x' } })
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining(body)])
  }
  expect((await getSecurely(`${secure}/v0.1/user`)).status).toBe(401)
})

test('on loopback, plain HTTP is served beside HTTPS', async () => {
  const [plain = ''] = await startHere({})
  expect((await fetch(`${plain}/v0.1/user`)).status).toBe(401)
})

test('PORT=off listens for HTTPS alone, and needs it', async () => {
  const addresses = await startHere({ PORT: 'off', HOST: '0.0.0.0' })
  expect(addresses).toEqual([expect.stringMatching(/^https:/)])
  expect((await getSecurely(`${addresses[0]}/livez`)).status).toBe(200)
  const settings = { DATABASE_URL: database.url, PORT: 'off' }
  const { code, stderr } = await runBinnacle(['serve'], settings)
  expect([code, stderr]).toEqual([1, expect.stringContaining('with off, the server needs HTTPS')])
})

test.each([
  ['https://binnacle.example', 'max-age=31536000'],
  ['https://localhost:3443', undefined],
  ['https://dev.localhost', undefined],
  ['https://127.0.0.1', undefined],
])(
  'with PUBLIC_URL=%s, answers over HTTPS have HSTS %s and those over HTTP none',
  async (PUBLIC_URL, hsts) => {
    const [plain = '', secure = ''] = await startHere({ PUBLIC_URL })
    expect((await getSecurely(`${secure}/livez`)).headers['strict-transport-security']).toBe(hsts)
    expect((await fetch(`${plain}/livez`)).headers.get('strict-transport-security')).toBeNull()
  },
)

test('a metric says when the certificate expires, and is absent without HTTPS', async () => {
  const series = /^binnacle_tls_certificate_expiry_timestamp_seconds (\S+)$/m
  const [plain, secure] = [makeMetrics(), makeMetrics()]
  await startHere({ TLS_CERT_FILE: '', TLS_KEY_FILE: '' }, plain)
  await startHere({}, secure)
  expect(await plain.scrape()).not.toMatch(series)
  const [, expiry = ''] = series.exec(await secure.scrape()) ?? []
  const { validToDate } = new X509Certificate(readFileSync(certificate.certFile))
  expect(Number(expiry)).toBe(validToDate.getTime() / 1000)
})

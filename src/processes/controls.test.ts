import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { CONTROLS } from '../../test/support/http/controls.ts'
import { closeAfterwards, openIssuer, trust } from '../../test/support/http/issuer.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { serveHere } from '../../test/support/processes/serve-here.ts'
import { Environment, readConfig } from '../settings.ts'
import { findFreePort } from './dev/free-port.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const CONTROL_KEY = 'a key that nobody guesses'
const database = useDatabase()
const certificate = makeCertificate()
const issuer = await openIssuer()
closeAfterwards(issuer)
const folder = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
afterAll(() => {
  certificate.remove()
  rmSync(folder, { recursive: true })
})

type Settings = Readonly<Record<string, string>>

/** Together they change every setting. */
const CONFIGURATIONS: Readonly<Record<string, Settings>> = {
  'no settings': {},
  'the settings of an emulator': {
    ...certificate.settings,
    PUBLIC_URL: 'https://localhost:3443',
    SECRET_KEY_FILE: keyFile,
    COMPATIBLE_CLIENTS: 'true',
    RATE_LIMITS: 'false',
    EVENT_CACHE_MIB: '0',
    OPERATOR_SECOND_FACTOR: 'optional',
    // Nobody is there, which no request notices.
    DATABASE_READ_URLS: 'postgres://nobody@127.0.0.1:1/none',
    QUOTA_RETRY_AFTER_SECONDS: '1',
    MAX_WAIT_SECONDS: '30',
    SHED_AFTER_SECONDS: '30',
    BINNACLE_CONTROL_KEY: CONTROL_KEY,
    NODE_ENV: 'development',
  },
  'a bundled sign-in': {
    SECRET_KEY_FILE: keyFile,
    IMPLICIT_FLOW: 'false',
    EXPIRED_LINK_DAYS: '1',
    LONGEST_TOKEN_DAYS: '90',
    DEFAULT_TOKEN_DAYS: '30',
    IDLE_TOKEN_DAYS: '60',
    ISSUER_SESSION_HOURS: '1',
    ANONYMOUS_BURST: '1',
    ANONYMOUS_PER_SECOND: '1',
    SMTP_URL: 'smtp://binnacle@127.0.0.1:9',
    SMTP_PASSWORD_FILE: keyFile,
    MAIL_FROM: 'no-reply@binnacle.example',
    ...oneForEach('MAIL', ['S_PER_RECIPIENT', 'S_PER_SENDER', '_RETRIES', '_RETRY_SECONDS'], '3'),
  },
  'a sign-in elsewhere': {
    SECRET_KEY_FILE: keyFile,
    BUNDLED_SIGN_IN: 'false',
    TRUSTED_ISSUERS: JSON.stringify([trust(issuer)]),
    RUN_JOBS: 'false',
    OUTGOING: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  },
  'HTTPS for other machines': {
    ...certificate.settings,
    HOST: '0.0.0.0',
    METRICS_HOST: '0.0.0.0',
    PUBLIC_URL: 'https://binnacle.example',
  },
  'HTTPS alone': { ...certificate.settings, PORT: 'off' },
  'an address for each part, behind a proxy': {
    PUBLIC_URL: 'https://binnacle.example',
    WEBAUTHN_RP_ID: 'example',
    BASE_URL: 'https://apps.example',
    MANAGEMENT_URL: 'https://management.example',
    PORTAL_URL: 'https://binnacle.example/emulator',
    AUTH_URL: 'https://sign-in.example/emulator/v1',
    TRUST_PROXY: '127.0.0.1',
    CLOCK_CHECK: 'warn',
    EXPLORER: 'false',
    NAMED_STATEMENTS: 'false',
    LOG_LEVEL: 'debug',
    DRAIN_SECONDS: '1',
    REQUEST_TIMEOUT_SECONDS: '30',
    RESPONSE_TIMEOUT_SECONDS: '30',
  },
  'other rules in each area': {
    VENDOR_NAMESPACE: 'emulator',
    ORG_TOKENS: 'false',
    LIFECYCLE: '{"account":{"date":"2025-03-31","enforce":true}}',
    STRICT_API_VERSION: 'true',
    MITIGATION_SENTINEL: 'true',
    STATUS_PAGE: 'true',
    NOTIFICATION_EXCEPTIONS: '127.0.0.1:9000',
    NOTIFICATION_RETRY_SCALE: '0.1',
    QUOTA_DECREASE: 'ask',
    QUOTA_WITHIN_HEADROOM: 'deny',
    QUOTA_BEYOND_HEADROOM: 'approve',
    PROVIDER_EXCEPTIONS: '127.0.0.1:9000',
    ...oneForEach('RATE_LIMIT_', ['READ_BURST', 'READS_PER_SECOND', 'WRITE_BURST'], '10000'),
    ...oneForEach('RATE_LIMIT_', ['WRITES_PER_SECOND'], '10000'),
    ...oneForEach('', ['APPS_PER_OWNER', 'APPS_PER_ACCOUNT', 'MEMBERS_PER_PLACE'], '3'),
    ...oneForEach(
      '',
      ['ORGANIZATIONS_PER_ACCOUNT', 'NOTIFICATIONS_PER_SUBSCRIPTION', 'NOTIFICATION_MAILS_PER_DAY'],
      '3',
    ),
    ...oneForEach('INVITATIONS_PER_', ['OWNER', 'RECIPIENT'], '3'),
    ...oneForEach('', ['FREED_NAME_DAYS', 'REVOKED_TOKEN_DAYS', 'EXPIRED_INVITATION_DAYS'], '2'),
    ...oneForEach('', ['QUOTA_REQUEST_DAYS'], '400'),
    ...oneForEach('PROVIDER_', ['TIMEOUT_SECONDS', 'RETRIES', 'RETRY_SECONDS'], '3'),
  },
}

function oneForEach(prefix: string, names: readonly string[], value: string): Settings {
  return Object.fromEntries(names.map((name) => [`${prefix}${name}`, value]))
}

/** As `serveHere` sets them, so that several servers can run beside each other. */
const SET_FOR_ALL = ['DATABASE_URL', 'TLS_PORT', 'METRICS_PORT']

test('the configurations change every setting', () => {
  const changed = new Set(Object.values(CONFIGURATIONS).flatMap(Object.keys))
  const unchanged = Object.keys(Environment.properties).filter((name) => !changed.has(name))
  expect(unchanged.sort()).toEqual(SET_FOR_ALL.sort())
  const DATABASE_URL = database.url
  const usual = readConfig({ DATABASE_URL }) as Record<string, unknown>
  const configs = Object.values(CONFIGURATIONS).map(
    (settings) => readConfig({ DATABASE_URL, ...settings }) as Record<string, unknown>,
  )
  const isUsual = (name: string) =>
    configs.every((config) => JSON.stringify(config[name]) === JSON.stringify(usual[name]))
  expect(Object.keys(usual).filter(isUsual)).toEqual(['databaseUrl', 'metricsPort'])
})

type Asked = Readonly<{ method: string; url: string; headers: Readonly<Record<string, string>> }>

async function statusOf({ method, url, headers }: Asked): Promise<number | undefined> {
  const body = method === 'GET' ? '' : '{}'
  const described = { 'content-type': 'application/json', 'content-length': body.length }
  const options = {
    method,
    headers: body === '' ? headers : { ...headers, ...described },
    // What is served does not depend on who vouches for it.
    rejectUnauthorized: false,
  }
  const send = url.startsWith('https:') ? requestSecurely : requestPlainly
  const sent = send(url, options).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response.resume().statusCode
}

const PATHS = [
  ...CONTROLS,
  ...['/emulator', '/emulator/v1', '/emulator/v1/nothing', '/EMULATOR/V1/clock'].map((path) => ({
    method: 'GET',
    path,
  })),
]
const KEYS = [{}, { 'x-binnacle-control-key': CONTROL_KEY }, { 'x-binnacle-control-key': '' }]

async function listStatuses(origin: string): Promise<Set<number | undefined>> {
  const statuses = new Set<number | undefined>()
  for (const { method, path } of PATHS) {
    for (const headers of KEYS) {
      statuses.add(await statusOf({ method, url: `${origin}${path}`, headers }))
    }
  }
  return statuses
}

async function findMetrics(): Promise<[port: string, origin: string]> {
  const port = String(await findFreePort())
  return [port, `http://127.0.0.1:${port}`]
}

test.each(Object.entries(CONFIGURATIONS))(
  '404: every control of a server with %s',
  async (_name, settings) => {
    const [METRICS_PORT, metricsOrigin] = await findMetrics()
    const server = await serveHere({ DATABASE_URL: database.url, ...settings, METRICS_PORT })
    onTestFinished(server.stop)
    for (const address of [...server.addresses, metricsOrigin]) {
      const { protocol, port } = new URL(address)
      // Over HTTP, a server with HTTPS that other machines can reach refuses every request but probes.
      const isRefused =
        settings.HOST === '0.0.0.0' && protocol === 'http:' && address !== metricsOrigin
      for (const host of ['127.0.0.1', 'localhost']) {
        const origin = `${protocol}//${host}:${port}`
        expect([origin, await listStatuses(origin)]).toEqual([
          origin,
          new Set([isRefused ? 403 : 404]),
        ])
      }
    }
  },
)

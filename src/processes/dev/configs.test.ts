import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../settings.ts'
import { openConfigs } from './configs.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-configs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HOST = '0.0.0.0'
const DATABASE_URL = 'postgres://localhost/any'
const FILES = { caFile: 'ca.pem', certFile: 'cert.pem', keyFile: 'key.pem' }
/** Where the defaults of an emulator are not those of a server. */
const OF_A_SERVER = {
  COMPATIBLE_CLIENTS: 'false',
  METRICS_ADDRESS: '127.0.0.1:9464',
  OUTGOING_EXCEPTIONS: 'notifications=hooks.example:443',
  OPERATOR_SECOND_FACTOR: 'required',
  RATE_LIMITS: 'true',
  SMTP: 'url=smtp://mail.example,from=no-reply@binnacle.example',
}

/** The settings whose values differ between an emulator and a server with the same environment. */
function listDifferent(env: Readonly<Record<string, string>>): string[] {
  const PUBLIC_URL = 'https://binnacle.example'
  const configAt = openConfigs(HOST, folder, FILES)
  const ports = { plain: 3000, secure: 3443 }
  const emulator = Object.entries(configAt({ PUBLIC_URL, ...env }, ports, DATABASE_URL))
  const server: Record<string, unknown> = readConfig({
    ...{ PUBLIC_URL, DATABASE_URL, HOST, SECRET_KEY_FILE: join(folder, 'secret.key') },
    ...{ TLS_CERT_FILE: FILES.certFile, TLS_KEY_FILE: FILES.keyFile },
    ...env,
  })
  const isDifferent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(server[name])
  return emulator
    .filter(isDifferent)
    .map(([name]) => name)
    .sort()
}

/** For one person on one machine, whatever the environment says. */
const ALWAYS = [
  'admission',
  'eventCacheMib',
  'hsts',
  'mailCaps',
  'mailRetry',
  'plainHttp',
  'quotaRetryAfterSeconds',
  'sharedReadTimeoutMs',
]

test('the settings of an emulator differ from those of a server where the guide says so', () => {
  expect(listDifferent(OF_A_SERVER)).toEqual(ALWAYS)
  expect(listDifferent({})).toEqual(
    [
      ...ALWAYS,
      'compatibleClients',
      'mail',
      'metricsPort',
      'notificationExceptions',
      'operatorSecondFactor',
      'rateLimits',
    ].sort(),
  )
  const guide = readFileSync('docs/guides/emulator.md', 'utf8')
  for (const name of Object.keys(OF_A_SERVER)) expect(guide).toContain(`| \`${name}\` |`)
})

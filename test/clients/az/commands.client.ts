import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../support/processes/emulator.ts'
import { blocksOf, runCommands } from '../../support/processes/guide.ts'
import { azEnvironment } from './environment.ts'

const MAX_MS = 170_000
const folder = mkdtempSync(join(tmpdir(), 'binnacle-az-'))
let emulator: Emulator
let subscription: string
const start = (args: string[] = []) => {
  const { EMULATOR } = process.env
  return startEmulator(args, EMULATOR ? { bin: EMULATOR } : {})
}
beforeAll(async () => {
  emulator = await start()
  subscription = `/subscriptions/${emulator.settings.AZURE_SUBSCRIPTION_ID}`
}, 240_000)
afterAll(async () => {
  await emulator.stop()
  rmSync(folder, { recursive: true })
})

/** A person's folder and settings, with those that the emulator printed. */
function surroundings(name: string, { settings } = emulator) {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  const trusted = settings.NODE_EXTRA_CA_CERTS ?? ''
  const env = { ...settings, ...azEnvironment(home, trusted) }
  return { cwd: home, timeout: MAX_MS, env }
}

function az(args: readonly string[], more: Record<string, string> = {}, name = 'one') {
  const { env, ...where } = surroundings(name)
  const options = { ...where, env: { ...env, ...more }, encoding: 'utf8' } as const
  const { status, stdout, stderr, error } = spawnSync('az', args, options)
  if (error) throw error
  return { status, stdout, stderr }
}
const rest = (url: string, ...args: string[]) =>
  az(['rest', '--url', `${subscription}${url}`, ...args])
const printed = (stdout: string) => ({ status: 0, stdout, stderr: '' })

describe('the commands that binnacle dev prints', () => {
  test('register the cloud and sign in', () => {
    const commands = emulator.stdout().match(/^ +az .*$/gm) ?? []
    expect(commands).toHaveLength(3)
    const { status, stdout, stderr } = runCommands(commands, surroundings('one'))
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([
      { cloudName: 'Binnacle', name: 'Production', state: 'Enabled', isDefault: true },
      { cloudName: 'Binnacle', name: 'Staging', state: 'Enabled', isDefault: false },
    ])
  })

  test('sign in where there is no subscription', async () => {
    const empty = await start(['--empty'])
    try {
      const commands = empty.stdout().match(/^ +az .*$/gm) ?? []
      const { status, stdout, stderr } = runCommands(commands, surroundings('empty', empty))
      expect(status, stderr).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject([{ cloudName: 'Binnacle', tenantId: 'adfs' }])
    } finally {
      await empty.stop()
    }
  })

  test('lead to the subscriptions', () => {
    const found = az(['account', 'list', '--query', '[].[name, id, user.name]', '-o', 'tsv'])
    expect(found).toMatchObject({ status: 0, stderr: '' })
    const { AZURE_SUBSCRIPTION_ID, AZURE_CLIENT_ID } = emulator.settings
    expect(found.stdout.split('\n')).toEqual([
      `Production\t${AZURE_SUBSCRIPTION_ID}\t${AZURE_CLIENT_ID}`,
      expect.stringMatching(/^Staging\t/),
      '',
    ])
  })
})

describe('az rest', () => {
  test('events', () => {
    const url = '/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
    const filter = ['--url-parameters', "$filter=eventType eq 'ServiceIssue'"]
    const { status, stdout } = rest(
      url,
      ...filter,
      '--query',
      'value[].properties.title',
      '-o',
      'tsv',
    )
    expect(status).toBe(0)
    expect(stdout.split('\n')).toContain('Slow writes to blob storage')
  })

  test('quota, in both APIs', async () => {
    const location = 'Microsoft.Compute/locations/eastus'
    const limits = `/providers/Microsoft.Capacity/resourceProviders/${location}/serviceLimits`
    const older = `${limits}/standardFSv2Family?api-version=2020-10-25`
    const quotas = `/providers/${location}/providers/Microsoft.Quota/quotas`
    const newer = `${quotas}/standardFSv2Family?api-version=2025-03-01`
    const body = { properties: { limit: { limitObjectType: 'LimitValue', value: 60 } } }
    const put = ['--method', 'put', '--body', JSON.stringify(body)]
    const state = ['--query', 'properties.provisioningState', '-o', 'tsv']
    expect(rest(newer, ...put, ...state)).toEqual(printed('Accepted\n'))
    const limit = ['--query', 'properties.limit', '-o', 'tsv']
    await expect.poll(() => rest(older, ...limit), { interval: 500 }).toEqual(printed('60\n'))
    const value = ['--query', 'properties.limit.value', '-o', 'tsv']
    expect(rest(newer, ...value)).toEqual(printed('60\n'))
  })

  test.each([
    ['an event that does not exist', '/events/NONE?api-version=2025-05-01', 'EventNotFound'],
    ['a version that never was', '/events?api-version=1999-01-01', 'InvalidApiVersionParameter'],
  ])('1: %s', (_what, path, code) => {
    const { status, stdout, stderr } = rest(`/providers/Microsoft.ResourceHealth${path}`)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(code)
  })

  test('1: an operation that is not served', () => {
    const url = '/providers/Microsoft.Capacity/reservationOrders?api-version=2022-11-01'
    const { status, stderr } = az(['rest', '--url', url])
    expect(status).toBe(1)
    expect(stderr).toContain('OperationNotServed')
  })
})

test('1: a wrong secret', () => {
  const args = [
    'login',
    '--service-principal',
    '-u',
    'automation',
    '-p',
    'wrong',
    '--tenant',
    'adfs',
  ]
  const { status, stdout, stderr } = az(args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('client authentication failed')
})

test('the list of clouds is read from /metadata/endpoints', () => {
  const { BINNACLE_URL = '', NODE_EXTRA_CA_CERTS = '' } = emulator.settings
  const metadata = {
    ARM_CLOUD_METADATA_URL: `${BINNACLE_URL}/metadata/endpoints?api-version=2019-05-01`,
    SSL_CERT_FILE: NODE_EXTRA_CA_CERTS,
  }
  const query = '[].[name, endpoints.activeDirectory, endpoints.resourceManager]'
  const { status, stdout } = az(['cloud', 'list', '--query', query, '-o', 'tsv'], metadata, 'two')
  expect([status, stdout]).toEqual([0, `Binnacle\t${BINNACLE_URL}/adfs\t${BINNACLE_URL}\n`])
})

test('the commands of docs/guides/az.md show what it says', () => {
  const guide = readFileSync('docs/guides/az.md', 'utf8')
  const { stdout, stderr, status } = runCommands(blocksOf(guide, 'sh'), surroundings('reader'))
  expect(status, `${stdout}\n${stderr}`).toBe(0)
  const promised = blocksOf(guide, 'text').flatMap((block) => block.trimEnd().split('\n'))
  expect(promised.length).toBeGreaterThan(0)
  for (const line of promised) expect(stdout).toContain(line)
})

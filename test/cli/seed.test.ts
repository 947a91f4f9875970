import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Binnacle, startBinnacle } from '../../bin/emulator.ts'
import { useDatabase } from '../support/database/use-database.ts'
import {
  type Body,
  below,
  COMPUTE,
  get,
  HEALTH,
  signIn,
} from '../support/processes/binnacle-calls.ts'
import { runBinnacle } from '../support/processes/processes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const folder = mkdtempSync(join(tmpdir(), 'binnacle-seed-'))
function writeSeed(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const CRANES = 'providers/Microsoft.Capacity/resourceProviders/Microsoft.Cranes/locations/northpier'
const ACCOUNT = '0190a0b0-1111-7222-8333-444455556666'
const SEED = `
accounts:
  - { name: lin, id: ${ACCOUNT}, display_name: Lin Clark, password: correct-horse-battery }
organizations:
  - name: quay
    id: 0190a0b0-2222-7222-8333-444455556666
    members: { ada: admin, lin: collaborator }
    apps:
      - name: cranes
        id: 0190a0b0-3333-7222-8333-444455556666
        app_secret: 0190a0b0-4444-4222-8333-444455556666
        display_name: Cranes
        os: Linux
        platform: Custom
        members: { lin: developer }
clients:
  - { id: poller, secret: a-secret-that-is-in-a-file }
subscriptions:
  - id: 5b000000-0000-4000-8000-000000000001
    display_name: Quay
    organization: quay
    roles: { automation: owner, poller: reader }
    footprint: [{ service: Cranes, region: North Pier }]
    quota:
      - { provider: '{vendor}.Cranes', location: northpier, resource: cranes, limit: 7, currentValue: 3 }
    availability:
      - resourceId: /subscriptions/5b000000-0000-4000-8000-000000000001/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm1
        availabilityState: Degraded
        at: '{now-3h}'
events:
  - trackingId: QUAY-1
    at: '{now-30h}'
    audience: { kind: footprint }
    eventType: ServiceIssue
    impact: [{ impactedService: Cranes, impactedRegions: [North Pier] }]
    properties: { title: The cranes are slow }
    changes:
      - { kind: update, at: '{now-29h}', summary: A motor is hot. }
      - { kind: resolve, at: '{now-28h}' }
`

/** PostgreSQL runs already: what it takes to start one is not the point. */
const [ofSample, ofSeeded, ofFixed] = [useDatabase(), useDatabase(), useDatabase()]
let sample: Binnacle
let seeded: Binnacle
beforeAll(async () => {
  ;[sample, seeded] = await Promise.all([
    startBinnacle({ database: ofSample.url }),
    startBinnacle({ seeds: [writeSeed('quay.yaml', SEED)], database: ofSeeded.url }),
  ])
})
afterAll(async () => {
  await Promise.all([sample?.stop(), seeded?.stop()])
  rmSync(folder, { recursive: true })
})

describe('a seed in a file', () => {
  const SUBSCRIPTION = '5b000000-0000-4000-8000-000000000001'
  const HOUR_MS = 3_600_000
  const hoursAgo = (time: string) => Math.round((Date.now() - Date.parse(time)) / HOUR_MS)

  test('takes the place of the sample data, with its own ids', async () => {
    const token = { 'x-api-token': seeded.settings.BINNACLE_TOKEN ?? '' }
    const [app, ...others] = await get(seeded, '/v0.1/apps', token)
    expect(others).toEqual([])
    expect(app).toMatchObject({
      name: 'cranes',
      id: '0190a0b0-3333-7222-8333-444455556666',
      app_secret: '0190a0b0-4444-4222-8333-444455556666',
      owner: { name: 'quay', id: '0190a0b0-2222-7222-8333-444455556666' },
    })
    const users = await get(seeded, '/v0.1/apps/quay/cranes/users', token)
    expect(users).toContainEqual(
      expect.objectContaining({ name: 'lin', permissions: ['developer'] }),
    )
    expect(seeded.accounts).toContainEqual({
      name: 'lin',
      password: 'correct-horse-battery',
      role: 'collaborator of quay, developer of quay/cranes',
    })
    expect(seeded.subscriptions).toEqual([{ id: SUBSCRIPTION, name: 'Quay' }])
  })

  test('sets the secret of a client', async () => {
    const poller = await signIn(seeded, 'poller', 'a-secret-that-is-in-a-file')
    const { value } = await get(seeded, '/subscriptions?api-version=2022-12-01', poller)
    expect(value).toHaveLength(1)
  })

  test('publishes events at earlier times', async () => {
    const path = below(SUBSCRIPTION, `${HEALTH}/events?api-version=2025-05-01`)
    const { value } = await get(seeded, path, await signIn(seeded))
    const [{ name, properties, systemData }] = value
    expect(name).toBe('QUAY-1')
    expect(properties.status).toBe('Resolved')
    expect(hoursAgo(systemData.createdAt)).toBe(30)
    expect(hoursAgo(properties.lastUpdateTime)).toBe(28)
    const [{ impactedRegions }] = properties.impact
    expect(hoursAgo(impactedRegions[0].updates[0].updateDateTime)).toBe(29)
  })

  test('has limits of a resource that the catalogue did not have, and states of resources', async () => {
    const bearer = await signIn(seeded)
    const limit = below(SUBSCRIPTION, `${CRANES}/serviceLimits/cranes`)
    expect((await get(seeded, `${limit}?api-version=2020-10-25`, bearer)).properties).toMatchObject(
      { limit: 7, currentValue: 3 },
    )
    const states = below(SUBSCRIPTION, `${HEALTH}/availabilityStatuses?api-version=2025-05-01`)
    const [{ properties }] = (await get(seeded, states, bearer)).value
    expect(properties.availabilityState).toBe('Degraded')
    expect(hoursAgo(properties.occuredTime)).toBe(3)
  })

  test('a start with fixed secrets says so', async () => {
    const { code, stderr } = await runBinnacle(
      [
        'dev',
        '--port',
        '0',
        '--tls-port',
        '0',
        '--seed',
        join(folder, 'quay.yaml'),
        '--database',
        ofFixed.url,
        '--stop-with-stdin',
      ],
      {},
    )
    expect(code).toBe(0)
    expect(stderr).toContain(
      'Warning: the seed contains secrets that do not change with each start: the password of lin, the secret of the app quay/cranes, the secret of the client poller.',
    )
  })
})

describe('the control', () => {
  test('an account with the id and the token that it has elsewhere', async () => {
    const { BINNACLE_TOKEN: value = '' } = sample.settings
    const { id } = await get(sample, '/v0.1/user', { 'x-api-token': value })
    const account = { name: 'ada-elsewhere', email: 'elsewhere@example.com', id }
    const answer = await seeded.seed({ accounts: [{ ...account, tokens: [{ value }] }] })
    expect(answer.fixedSecrets).toEqual(['a token of ada-elsewhere'])
    expect(await get(seeded, '/v0.1/user', { 'x-api-token': value })).toMatchObject({
      name: 'ada-elsewhere',
    })
    const other = { name: 'somebody', tokens: [{ value }] }
    await expect(seeded.seed({ accounts: [other] })).rejects.toThrow(
      'accounts[0]: A token of somebody has a value that does not belong to the account id',
    )
  })

  test('a seed that fails changes nothing', async () => {
    const broken = {
      accounts: [{ name: 'first' }],
      events: [{ eventType: 'Nothing', audience: { kind: 'everyone' } }],
    }
    await expect(seeded.seed(broken)).rejects.toThrow('events[0]: POST /operator/v1/events')
    const operator = { authorization: `Bearer ${seeded.settings.OPERATOR}` }
    const { value } = await get(seeded, '/operator/v1/accounts', operator)
    expect(value.map(({ name }: Body) => name)).not.toContain('first')
  })

  test('the times of a seed are those of its own requests alone', async () => {
    const before = await seeded.clock.read()
    await seeded.clock.set({ isFrozen: true })
    await seeded.requests.clear()
    const events = Array.from({ length: 40 }, (_, number) => ({
      trackingId: `PAST-${number}`,
      at: '{now-30d}',
      audience: { kind: 'everyone' },
      eventType: 'ServiceIssue',
    }))
    const seeding = seeded.seed({ events })
    const times = new Set<string>()
    for (let i = 0; i < 20; i++) times.add((await seeded.clock.read()).time)
    await seeded.clock.set({ isFrozen: false })
    await seeding
    expect(times.size).toBe(1)
    expect(Date.parse((await seeded.clock.read()).time)).toBeGreaterThan(Date.parse(before.time))
    // They are no requests of clients either, and no fault affects them.
    expect((await seeded.requests.list()).value).toEqual([])
    await seeded.faults.add({ effect: { kind: 'status', status: 503 } })
    await seeded.seed({ clients: [{ id: 'beside-faults' }] })
    await seeded.faults.clear()
    await seeded.clock.reset()
  })

  test('two at once come one after the other', async () => {
    const seeds = ['one', 'two', 'three'].map((id) => seeded.seed({ clients: [{ id }] }))
    expect((await Promise.all(seeds)).map(({ clients }) => clients.length)).toEqual([1, 1, 1])
  })

  test('a request that waits for its outcome waits on after a seed that failed', async () => {
    const { subscriptions } = sample
    await sample.quotaOutcomes.add({ afterPolls: 2, end: { kind: 'grant' } })
    const bearer = await signIn(sample)
    const limit = below(subscriptions[0]?.id, `${COMPUTE}/eastus/serviceLimits/cores`)
    const query = '?api-version=2020-10-25'
    const sent = await fetch(`${sample.httpUrl}${limit}${query}`, {
      method: 'PUT',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ properties: { limit: 101 } }),
    })
    const { name } = (await sent.json()) as Body
    const path = below(subscriptions[0]?.id, `${COMPUTE}/eastus/serviceLimitsRequests/${name}`)
    const poll = async () =>
      (await get(sample, `${path}${query}`, bearer)).properties.provisioningState
    await expect(sample.seed({ events: [{ eventType: 'Nothing' }] })).rejects.toThrow('events[0]')
    await expect.poll(poll, { timeout: 20_000 }).toBe('Succeeded')
    await sample.reset()
  })

  test('what exists is told as it is', async () => {
    const id = sample.subscriptions[0]?.id
    const { subscriptions } = await sample.seed({
      organizations: [{ name: 'second', members: { GRACE: 'admin' } }],
      subscriptions: [{ id, display_name: 'Other', organization: 'second' }],
    })
    expect(subscriptions).toMatchObject([{ id, name: 'Production' }])
    await sample.reset()
  })

  test.each([
    [{ organizations: [{ name: 'x y/../z' }] }, 'organizations[0]: '],
    [{ organizations: [{ name: 'ada' }] }, 'ada is the name of an account.'],
    [{ accounts: [{ name: 'quay' }] }, 'quay is the name of an organization.'],
    [{ events: [{ at: '2031-13-45T99:00:00Z' }] }, '2031-13-45T99:00:00Z is not a time from'],
    [{ events: [{ at: '{now+999999999999d}' }] }, '{now+999999999999d} is not a time from'],
    [{ value: [null] }, 'The element 0 of the list is not an object.'],
    [[{ name: 'app', os: 'Linux' }], 'An app of the list has no owner.'],
    [{ acounts: [] }, 'This is not a seed. /acounts is not a known name.'],
    [{ accounts: [{ name: 1 }] }, 'This is not a seed. /accounts/0/name must be string.'],
    [{ value: [{ id: '/nothing/known' }] }, 'an element of an unknown type: /nothing/known'],
  ])('refuses %j', async (seed, reason) => {
    await expect(seeded.seed(seed)).rejects.toThrow(reason)
  })

  test('a cycle in YAML is refused', async () => {
    const response = await fetch(`${seeded.httpUrl}/emulator/v1/seed`, {
      method: 'POST',
      headers: {
        'content-type': 'application/yaml',
        'x-binnacle-control-key': seeded.settings.BINNACLE_CONTROL_KEY ?? '',
      },
      body: '&a\naccounts: [*a]\n',
    })
    expect(await response.text()).toContain('The seed has more than 50 levels.')
  })

  test('names that every object has are only names', async () => {
    const { accounts } = await seeded.seed({
      accounts: [{ name: 'constructor' }],
      organizations: [{ name: 'protoorg' }],
    })
    expect(accounts[0]?.role).toBe('account')
  })

  test('takes YAML', async () => {
    const response = await fetch(`${seeded.httpUrl}/emulator/v1/seed`, {
      method: 'POST',
      headers: {
        'content-type': 'application/yaml',
        'x-binnacle-control-key': seeded.settings.BINNACLE_CONTROL_KEY ?? '',
      },
      body: 'accounts:\n  - name: yves\n',
    })
    expect(await response.json()).toMatchObject({ accounts: [{ name: 'yves', role: 'account' }] })
  })
})

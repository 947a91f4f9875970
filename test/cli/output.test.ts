import { beforeAll, describe, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../support/http/schema-check.ts'
import { insertApp, insertOrganization, insertPerson } from '../support/world/world.ts'
import { finish, waitFor } from './shell.ts'
import { signIn, useCli } from './stage.ts'

const { url, database, shell, people, quota } = await useCli()
const THERE = ['--subscription', 'sub-a', '--provider', 'Microsoft.Compute', '--location', 'eastus']
const events: string[] = []

beforeAll(async () => {
  const { db } = database
  const { ada } = people
  const bob = await insertPerson(db, 'bob')
  await insertApp(db, { ...ada, kind: 'user' }, { [ada.id]: 'manager' }, 'tide-tables')
  await insertApp(db, { ...bob, kind: 'user' }, { [ada.id]: 'viewer' }, 'lamps')
  await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' }, 'crew')
  await quota.addOperator()
  await quota.loadStarter()
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  await quota.addSubscription('sub-b', {})
  // More than fit on a page.
  for (let i = 0; i < 105; i++) {
    const properties = { title: `Lamp ${i}`, eventLevel: 'Warning' }
    const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue', properties }
    events.push((await quota.callAsOperator('POST', '/events', event)).body.trackingId)
  }
  await signIn(shell, url)
}, 120_000)

async function readJson(args: readonly string[]) {
  const { code, stdout, stderr } = await shell.run([...args, '--output', 'json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('json is what the documents declare', () => {
  const [accounts, health, limits, own, operators] = [
    useDeclaredSchemas('openapi/app-management.json'),
    useDeclaredSchemas('openapi/service-health.json'),
    useDeclaredSchemas('openapi/quota.json'),
    useDeclaredSchemas('openapi/subscriptions.json'),
    useDeclaredSchemas('openapi/operator.json'),
  ]

  test('of area A', async () => {
    expect(accounts('getUser', 200, await readJson(['whoami']))).toBeUndefined()
    expect(
      accounts('getApp', 200, await readJson(['apps', 'show', 'ada/tide-tables'])),
    ).toBeUndefined()
    expect(accounts('listOrgs', 200, await readJson(['orgs', 'list']))).toBeUndefined()
    const users = await readJson(['members', 'list', '--app', 'ada/tide-tables'])
    expect(accounts('listAppUsers', 200, users)).toBeUndefined()
    const made = ['tokens', 'create', '--name', 'x', '--access', 'full-access', '--expires', '90d']
    expect(accounts('createUserApiToken', 201, await readJson(made))).toBeUndefined()
    expect(accounts('listUserApiTokens', 200, await readJson(['tokens', 'list']))).toBeUndefined()
  })

  test('of area B, over all pages', async () => {
    const value = await readJson(['events', 'list', '--subscription', 'sub-a'])
    expect(health('listEvents', 200, { value })).toBeUndefined()
    expect(value.map(({ name }: { name: string }) => name).toSorted()).toEqual(events.toSorted())
    const one = await readJson(['events', 'show', `${events[0]}`, '--subscription', 'sub-a'])
    expect(health('getEvent', 200, one)).toBeUndefined()
  })

  test('of area C', async () => {
    expect(
      limits('listLimits', 200, { value: await readJson(['quota', 'limits', ...THERE]) }),
    ).toBeUndefined()
    const asked = await readJson(['quota', 'request', 'cores', '20', ...THERE])
    expect(limits('setLimit', 201, asked)).toBeUndefined()
    const shown = await readJson(['quota', 'watch', asked.requestId, '--interval', '1', ...THERE])
    expect(limits('getQuotaRequest', 200, shown)).toBeUndefined()
    const value = await readJson(['quota', 'history', ...THERE])
    expect(limits('listQuotaRequests', 200, { value })).toBeUndefined()
    expect(value.length).toBe(1)
    const reported = await shell.run(['quota', 'history', '--output', 'tsv', ...THERE])
    expect(reported.stdout.split('\t')[0]).toBe(asked.requestId)
  })

  test('of subscriptions, over all pages', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `many-${n}`)
    for (const id of many) await quota.addSubscription(id, { [people.ada.id]: 'reader' })
    const value = await readJson(['subscriptions', 'list'])
    expect(own('listOwnSubscriptions', 200, { value })).toBeUndefined()
    const ids = value.map(({ subscriptionId }: { subscriptionId: string }) => subscriptionId)
    expect(ids.toSorted()).toEqual(['sub-a', ...many].toSorted())
    const { stdout } = await shell.run(['subscriptions', 'list', '--output', 'tsv'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(102)
    expect(stdout).toMatch(/^sub-a\tsub-a\t/m)
  })

  test('of operators', async () => {
    const published = await readJson([
      ...['operator', 'events', 'publish', '--type', 'serviceissue', '--level', 'error'],
      ...['--to', 'sub-a', '--to', 'sub-b', '--service', 'Storage'],
    ])
    expect(operators('publishEvent', 201, published)).toBeUndefined()
    expect(published.audience).toBe('subscriptions')
    const value = await readJson(['operator', 'quota', 'list'])
    expect(operators('listWaitingQuota', 200, { value })).toBeUndefined()
    await shell.run(['operator', 'events', 'resolve', published.trackingId])
  })
})

describe('a terminal', () => {
  const LIST = 'binnacle events list --subscription sub-a --filter "trackingId eq '
  const list = (env?: Record<string, string>) => shell.onTerminal(`${LIST}'${events[7]}'"`, [], env)

  test('gets bold headers and times as one says them', async () => {
    const { code, screen } = await list()
    expect(code).toBe(0)
    const [header = ''] = screen.split('\n')
    expect([header.slice(0, 4), header.slice(-5)]).toEqual(['\u001b[1m', '\u001b[22m'])
    expect(header).toMatch(/Event +Status +Level +Type +Title +Where +Updated/)
    expect(screen).toMatch(/Active +Warning +ServiceIssue +Lamp 7 +(just now|\d+ minutes? ago)\n$/)
  })

  test('without colours if NO_COLOR says so', async () => {
    expect((await list({ NO_COLOR: '1' })).screen).not.toContain('\u001b')
  })
})

describe('watching', () => {
  test('a change is printed when it comes, as a line of json if wanted', async () => {
    const filter = `trackingId eq '${events[5]}'`
    const way = ['--subscription', 'sub-a', '--interval', '1', '--output', 'json']
    const child = shell.start(['events', 'watch', ...way, '--filter', filter])
    const finished = finish(child)
    await waitFor(child.stdout, '"status":"Active"')
    await quota.callAsOperator('POST', `/events/${events[5]}/resolve`, {})
    await waitFor(child.stdout, '"status":"Resolved"')
    child.kill('SIGINT')
    const { code, stdout, stderr } = await finished
    expect([code, stderr]).toEqual([130, ''])
    const printed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(printed.map(({ properties }) => properties.status)).toEqual(['Active', 'Resolved'])
  })

  test('1: a request that ends without being granted, with the reason', async () => {
    const asked = ['quota', 'request', 'cores', '2000000000', '--wait', ...THERE]
    const { code, stdout, stderr } = await shell.run(asked)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^State +Invalid$/m)
    // In a pipe the id comes first: a job that is cut off must not lose it.
    expect(stderr).toMatch(
      /^Request [0-9a-f-]{36}\nThe request was not granted\. .*\nRequest a lower limit.*\nCode: QuotaInvalid\n$/,
    )
  })

  test('--dry-run: what would happen to a request, and nothing is sent', async () => {
    const count = async () => (await readJson(['quota', 'history', ...THERE])).length
    const before = await count()
    const check = (limit: string) =>
      shell.run(['quota', 'request', 'cores', limit, '--dry-run', ...THERE])
    const waits = await check('400')
    expect([waits.code, waits.stderr]).toEqual([0, ''])
    expect(waits.stdout).toMatch(/^Outcome +Waiting$/m)
    const tooMuch = await check('2000000000')
    expect(tooMuch.code).toBe(1)
    expect(tooMuch.stdout).toMatch(/^Outcome +AboveMaximum$/m)
    expect(tooMuch.stderr).toMatch(
      /^The request would not be granted\. .*\nNothing was sent\.\nCode: LimitAboveMaximum\n$/,
    )
    expect(await count()).toBe(before)
  })
})

test('what was said since is shown with the event, newest first, and by a watch', async () => {
  const { body } = await quota.callAsOperator('POST', '/events', {
    audience: { kind: 'everyone' },
    eventType: 'ServiceIssue',
    impact: [{ impactedService: 'Storage', impactedRegions: ['East US', 'West US'] }],
    properties: { title: 'Slow writes' },
  })
  const first: string = body.trackingId
  for (const summary of ['The cause is found.', 'Half of them are back.']) {
    await quota.callAsOperator('POST', `/events/${first}/updates`, { summary })
  }
  const { stdout } = await shell.run(['events', 'show', first, '--subscription', 'sub-a'])
  expect(stdout.match(/(?<=^Update +\S+: ).*$/gm)).toEqual([
    'Half of them are back.',
    'The cause is found.',
  ])
  const filter = `trackingId eq '${first}'`
  const line = `binnacle events watch --subscription sub-a --filter "${filter}"`
  const keys = [['Press Ctrl-C to stop.', '\u0003']] as const
  expect((await shell.onTerminal(line, keys)).screen).toMatch(
    /Slow writes .*Half of them are back\.$/m,
  )
})

describe('changes', () => {
  test('tokens create: the value alone on stdout, the id on stderr', async () => {
    const made = [
      'tokens',
      'create',
      '--name',
      'night build',
      '--access',
      'read-only',
      '--app',
      'ada/tide-tables',
    ]
    const { code, stdout, stderr } = await shell.run(made)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^bna_[0-9A-Za-z]+\n$/)
    const [, id = ''] =
      /^Created the token (\S+)\. Store its value now; it is not shown again\.\n$/.exec(stderr) ??
      []
    const listed = await shell.run([
      'tokens',
      'list',
      '--app',
      'ada/tide-tables',
      '--output',
      'tsv',
    ])
    expect(listed.stdout).toContain(`${id}\tnight build\tRead-only\tapp\t`)
    expect(listed.stdout).not.toContain(stdout.trim())
    const env = { BINNACLE_URL: url, BINNACLE_TOKEN: stdout.trim() }
    expect((await shell.run(['apps', 'list'], { env })).stdout).toBe('ada/tide-tables\n')
  })

  test('are quiet, and say what was done if asked', async () => {
    const invite = ['members', 'invite', 'eve@example.com', '--org', 'crew', '--role', 'admin']
    expect(await shell.run([...invite, '--verbose'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Invited eve@example.com to crew. An e-mail with a link was sent.\n',
    })
    const change = ['members', 'set-role', 'eve@example.com', 'member', '--org', 'crew']
    expect(await shell.run(change)).toEqual({ code: 0, stdout: '', stderr: '' })
    const invited = await shell.run([
      'members',
      'list',
      '--org',
      'crew',
      '--invited',
      '--output',
      'tsv',
    ])
    expect(invited.stdout).toMatch(/^eve@example\.com\tmember\t\S+\n$/)
    const revoke = ['members', 'remove', 'eve@example.com', '--org', 'crew', '--yes']
    expect((await shell.run(revoke)).code).toBe(0)
  })

  test('1: what one may not; 4: what is not there; each with its code', async () => {
    const refused = await shell.run(['apps', 'delete', 'bob/lamps', '--yes'])
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/\nCode: Forbidden, request [0-9a-f-]{36}\n$/)
    const missing = await shell.run(['apps', 'show', 'bob/nothing'])
    expect([missing.code, missing.stderr]).toEqual([4, expect.stringMatching(/Code: Not Found, /)])
    const stranger = ['members', 'remove', 'zoe', '--app', 'ada/tide-tables', '--yes']
    expect((await shell.run(stranger)).code).toBe(4)
  })

  test('a reader that has seen enough is no failure', async () => {
    const { code, stdout, stderr } = await shell.sh(
      'set -o pipefail; binnacle events list --subscription sub-a --output json | head -n 1',
    )
    expect([code, stdout, stderr]).toEqual([0, '[\n', ''])
  })
})

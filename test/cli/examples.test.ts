import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Command, type Group, isGroup } from '../../cli/command.ts'
import { COMMANDS } from '../../cli/program.ts'
import { caller } from '../support/http/http.ts'
import { openSignInIssuer } from '../support/http/sign-in-issuer.ts'
import { blocksOf } from '../support/processes/guide.ts'
import { insertQuotaRequest } from '../support/world/quota-samples.ts'
import { insertToken } from '../support/world/samples.ts'
import { insertApp, insertOrganization, insertPerson } from '../support/world/world.ts'
import { signIn, trust, useCli } from './stage.ts'

const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
const { url, server, database, shell, people, quota } = await useCli({
  TRUSTED_ISSUERS: trust(issuer.url),
})

type Entry = Readonly<{ path: string; command: Command }>

function listCommands(group: Group, path: string): Entry[] {
  return group.commands.flatMap((entry) => {
    const here = `${path} ${entry.name.split(' ')[0]}`
    return isGroup(entry) ? listCommands(entry, here) : [{ path: here, command: entry }]
  })
}
const ALL = listCommands(COMMANDS, 'binnacle')

/** What the examples speak of. */
const variables: Record<string, string> = { SERVER: url, ISSUER: issuer.url }

beforeAll(async () => {
  const { db } = database
  const { ada } = people
  const [bob, cleo, dan] = [
    await insertPerson(db, 'bob'),
    await insertPerson(db, 'cleo'),
    await insertPerson(db, 'dan'),
  ]
  const owner = { ...ada, kind: 'user' as const }
  const managers = { [ada.id]: 'manager', [cleo.id]: 'viewer', [dan.id]: 'developer' } as const
  await insertApp(db, owner, managers, 'tide-tables')
  await insertApp(db, owner, { [ada.id]: 'manager' }, 'storm-glass')
  await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' }, 'harbour')
  await insertOrganization(db, { [ada.id]: 'admin' }, 'old-crew')
  await insertApp(db, { ...bob, kind: 'user' }, {}, 'harbour-lights')
  await insertOrganization(db, { [bob.id]: 'admin' }, 'pilots')
  for (const path of ['apps/bob/harbour-lights', 'orgs/pilots']) {
    const body = { user_email: ada.email }
    const invited = await caller(server)(bob.token, 'POST', `/v0.1/${path}/invitations`, body)
    expect(invited.status).toBe(204)
  }
  await quota.addOperator()
  await quota.loadStarter()
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' }, [['Storage', 'West US']])
  variables.EVENT = await quota
    .callAsOperator('POST', '/events', {
      audience: { kind: 'everyone' },
      eventType: 'ServiceIssue',
      properties: { title: 'Lamps flicker' },
    })
    .then(({ body }) => body.trackingId)
  await signIn(shell, url)
  await signIn(shell, url, ['--profile', 'old'])
  await shell.run(['profiles', 'use', 'default'])
}, 120_000)

const THERE = ['--subscription', 'sub-a', '--provider', 'Microsoft.Compute', '--location', 'eastus']

const OF_SUBSCRIPTION = ['--subscription', 'sub-a']

/** Beyond what the rules grant: a person has to look at it. */
async function askForTooMuch(resource: string): Promise<string> {
  const { stdout } = await shell.run(['quota', 'request', resource, '400', ...THERE])
  for (let tries = 0; tries < 100; tries++) {
    const { stdout: waiting } = await shell.run(['operator', 'quota', 'list', '--output', 'json'])
    const found = JSON.parse(waiting).find(
      ({ requestId }: { requestId: string }) => requestId === stdout.trim(),
    )
    if (found) return found.subRequestId
    await setTimeout(200)
  }
  throw new Error(`${stdout} never waited for a person`)
}

async function createTokenToName(): Promise<void> {
  const { stderr } = await shell.run(['tokens', 'create', '--name', 'x', '--access', 'read-only'])
  variables.TOKEN_ID = /^Created the token (\S+)\. Store/.exec(stderr)?.[1] ?? ''
}

/** What has to be there before some of the examples. */
const BEFORE: Readonly<Record<string, () => Promise<void>>> = {
  'binnacle tokens replace': createTokenToName,
  'binnacle tokens revoke': createTokenToName,
  async 'binnacle quota show'() {
    const asked = ['quota', 'request', 'standardDFamily', '20', ...THERE]
    variables.REQUEST = (await shell.run(asked)).stdout.trim()
  },
  async 'binnacle notifications replay'() {
    const { stdout } = await shell.run(['notifications', 'test', 'on-call', ...OF_SUBSCRIPTION])
    variables.DELIVERY = stdout.trim()
    // Nothing else inserts a delivery at once, and tests are not sent again.
    await database.db.updateTable('delivery').set({ kind: 'quota-usage' }).execute()
  },
  async 'binnacle notifications ask'() {
    const where = ['--kind', 'email', '--address', 'ines@example.com']
    await shell.run(['notifications', 'create', 'mail', ...where, ...OF_SUBSCRIPTION])
  },
  async 'binnacle notifications secrets add'() {
    const where = ['--kind', 'webhook', '--address', 'https://hooks.example/binnacle']
    await shell.run(['notifications', 'create', 'hook', ...where, ...OF_SUBSCRIPTION])
  },
  async 'binnacle operator quota approve'() {
    variables.WAITING = await askForTooMuch('cores')
  },
  async 'binnacle operator quota deny'() {
    variables.WAITING = await askForTooMuch('standardDSv3Family')
  },
  async 'binnacle operator quota retry'() {
    const sample = { subscriptionId: 'sub-a', resourceKey: 'standardfsv2family', limit: 90 }
    const inserted = await insertQuotaRequest(database.db, { ...sample, isGivenUp: true })
    variables.GIVEN_UP = inserted.subRequestId
  },
  async 'binnacle operator subscriptions retire'() {
    await quota.addSubscription('old-tides', {}, [])
  },
  async 'binnacle operator groups remove'() {
    await shell.run(['operator', 'groups', 'add', 'old-hands', '--issuer', issuer.url])
  },
}

/** What the example of a command leaves on stdout; nothing, if it is not here. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  'binnacle whoami': /^Name +ada$/m,
  'binnacle apps list': /^ada\/tide-tables$/m,
  'binnacle apps show': /^App +ada\/tide-tables$/m,
  'binnacle apps create': /^ada\/Storm-watch\n$/,
  'binnacle orgs list': /^harbour +/m,
  'binnacle orgs show': /^Organization +harbour$/m,
  'binnacle orgs token-life': /^Maximum lifetime +90 days$/m,
  'binnacle orgs second-factor': /^Second factor +optional$/m,
  'binnacle orgs create': /^Lighthouse-crew\n$/,
  'binnacle members list': /^cleo +cleo@example\.com +viewer$/m,
  'binnacle invitations list': /^bob\/harbour-lights +app +developer +bob/m,
  'binnacle subscriptions list': /^sub-a +sub-a +/m,
  'binnacle events list': /Active +ServiceIssue +Lamps flicker/,
  'binnacle events show': /^Title +Lamps flicker$/m,
  'binnacle quota limits': /^standardFSv2Family +/m,
  'binnacle quota request': /^[0-9a-f-]{36}\n$/,
  'binnacle quota show': /^State +(Accepted|InProgress|Succeeded)$/m,
  'binnacle quota watch': /^State +Succeeded$/m,
  'binnacle quota history': /standardDFamily 20/,
  'binnacle notifications list': /^$|^Name /,
  'binnacle notifications create': /^on-call\n$/,
  'binnacle notifications show': /^Address +https:\/\/hooks\.slack\.example\/services\/T0\/B0\/x$/m,
  'binnacle notifications test': /^[0-9a-f-]{36}\n$/,
  'binnacle notifications deliveries': /^[0-9a-f-]{36} +test +pending/m,
  'binnacle notifications replay': /^1\n$/,
  'binnacle operator events publish': /^[A-Z0-9_-]+\n$/,
  'binnacle operator quota list': /^$|^Id /,
  'binnacle operator quota given-up': /^$|^Id /,
  'binnacle operator quota retry': /^[0-9a-f-]{36}\n$/,
  'binnacle operator subscriptions list': /^sub-a +sub-a +/m,
  'binnacle operator subscriptions create': /^tides\n$/,
  'binnacle operator access list': /^ada +ada@example\.com +owner +account ada \(owner\)$/m,
  'binnacle operator access of': /^sub-a +sub-a +owner +account ada \(owner\)$/m,
  'binnacle operator groups add': /^Engineers\n$/,
  'binnacle operator first-steps': /^subscription +yes$/m,
  'binnacle operator test-mail': /^ada@example\.com\n$/,
  'binnacle sessions list': /Binnacle command line +Binnacle command line on Linux +127\.0\.0\.1/,
  'binnacle profiles list': /^default +yes/m,
}

const WATCH = 'binnacle events watch'

describe('the help of every command begins with an example', () => {
  test('and there are all the commands', () => {
    expect(ALL.length).toBeGreaterThanOrEqual(35)
    const unknown = Object.keys({ ...BEFORE, ...SHOWN }).filter(
      (path) => !ALL.some((entry) => entry.path === path),
    )
    expect(unknown).toEqual([])
  })

  test('as the help shows it', async () => {
    const { code, stdout, stderr } = await shell.run(['members', 'invite', '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Example:\n {2}binnacle members invite .*\n\nUsage: binnacle members invite/,
    )
  })

  test('one that goes on until Ctrl-C', async () => {
    const { command } = ALL.find(({ path }) => path === WATCH) ?? {}
    const { code, stderr } = await shell.interrupt(
      `${command?.example}`,
      'Lamps flicker',
      variables,
    )
    expect([code, stderr]).toEqual([130, ''])
  })

  // Signing in is an example too: it is how the stage came about.
  const rest = ALL.filter(({ path }) => path !== 'binnacle login' && path !== WATCH)
  test.each(rest.map(({ path, command }) => [path, command.example] as const))(
    '%s: %s',
    async (path, example) => {
      await BEFORE[path]?.()
      const { code, stdout, stderr } = await shell.sh(example, variables)
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(SHOWN[path] ?? /^$/)
    },
    180_000,
  )
})

test('removing somebody says how many tokens they made are left, or ends them', async () => {
  const { db } = database
  const app = await insertApp(db, { ...people.ada, kind: 'user' }, {}, 'lamp')
  const home = { homeId: people.ada.id, kind: 'app', appId: app.id } as const
  const remove = async (name: string, ...options: string[]) => {
    const person = await insertPerson(db, name)
    const row = { owner_id: people.ada.id, app_id: app.id, account_id: person.id } as const
    await db
      .insertInto('app_member')
      .values({ ...row, role: 'developer', joined_at: new Date() })
      .execute()
    const { id } = await insertToken(db, { ...home, createdBy: person.id })
    const args = ['members', 'remove', name, '--app', 'ada/lamp', '--yes', ...options]
    const { code, stderr } = await shell.run(args)
    const token = await db
      .selectFrom('api_token')
      .select('revoked_at')
      .where('id', '=', id)
      .execute()
    return { code, stderr, isRevoked: token[0]?.revoked_at !== null }
  }
  expect(await remove('eve')).toEqual({
    code: 0,
    stderr: '1 API token that eve created for ada/lamp is still valid.\n',
    isRevoked: false,
  })
  expect(await remove('finn', '--revoke-tokens')).toEqual({ code: 0, stderr: '', isRevoked: true })
})

test('an invitation that was accepted or rejected is answered for good', async () => {
  const { stdout: left } = await shell.run(['invitations', 'list', '--output', 'json'])
  expect(JSON.parse(left)).toEqual([])
  const { stdout: apps } = await shell.run(['apps', 'list'])
  expect(apps).toMatch(/^bob\/harbour-lights$/m)
  const { stdout: orgs } = await shell.run(['orgs', 'list', '--output', 'tsv'])
  expect(orgs).not.toContain('pilots')
  for (const verdict of ['accept', 'reject']) {
    const again = await shell.run(
      ['invitations', verdict, 'pilots', '--yes'].slice(0, verdict === 'accept' ? 3 : 4),
    )
    expect([again.code, again.stdout]).toEqual([4, ''])
    expect(again.stderr).toContain('You have no open invitation to pilots.')
  }
})

test('the commands of the guide run', async () => {
  const text = readFileSync('docs/guides/cli.md', 'utf8')
  const blocks = blocksOf(text, 'sh')
  expect(blocks.length).toBe(6)
  const { code, stdout, stderr } = await shell.sh(blocks.join('\n'), variables)
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^ada\/tide-tables$/m)
  expect(stdout).toMatch(/^bob@example\.com +viewer/m)
  expect(stdout).toMatch(/^State +Succeeded$/m)
}, 120_000)

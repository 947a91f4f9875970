import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSignInIssuer } from '../support/http/sign-in-issuer.ts'
import { insertClient } from '../support/http/signed-in.ts'
import type { makeVisitor, Visited } from '../support/http/visitor.ts'
import { blocksOf } from '../support/processes/guide.ts'
import { insertPerson } from '../support/world/world.ts'
import { signIn, trust, useCli } from './stage.ts'

const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
const { url, shell, database } = await useCli({ TRUSTED_ISSUERS: trust(issuer.url) })

const CREW = ['carl', 'dora', 'emil']
const TITLE = '[Drill] Writes are slow'

beforeAll(() => signIn(shell, url), 120_000)

/** The commands of a step of the guide, one after the other, as an operator. */
async function follow(step: string): Promise<string> {
  const [, text = ''] = readFileSync('docs/guides/first-steps.md', 'utf8').split(`## ${step}`)
  const [block = ''] = blocksOf(text, 'sh')
  let shown = ''
  for (const line of block.trimEnd().split('\n')) {
    const { code, stdout, stderr } = await shell.sh(line, { ISSUER: issuer.url })
    expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
    shown += stdout
  }
  return shown
}

/** Into a profile of their own, through the issuer, which says which groups they are in. */
async function signInAtIssuer(name: string, groups: readonly string[]): Promise<void> {
  const email = `${name}@example.com`
  const person = { sub: name, preferred_username: name, email, email_verified: true }
  issuer.signInAs({ ...person, groups })
  await signIn(shell, url, ['--profile', name], async (who, page) => goThroughIssuer(who, page))
}

async function goThroughIssuer(who: ReturnType<typeof makeVisitor>, { url }: Visited) {
  const asked = await who.visit(`${url.pathname}/issuer/example`)
  const back = await fetch(asked.url, { redirect: 'manual' })
  return who.visit(back.headers.get('location') ?? '')
}

/** What a person reads: the ids of their subscriptions, and the titles of events in one. */
async function read(name: string) {
  const as = ['--profile', name, '--output', 'json']
  const subscriptions = await shell.run(['subscriptions', 'list', ...as])
  const events = await shell.run(['events', 'list', '--subscription', 'tides', ...as])
  return {
    subscriptions: JSON.parse(subscriptions.stdout).map(
      ({ subscriptionId }: { subscriptionId: string }) => subscriptionId,
    ),
    titles:
      events.code === 0
        ? JSON.parse(events.stdout).map(
            ({ properties }: { properties: { title: string } }) => properties.title,
          )
        : events.code,
  }
}

const listAccess = async () => {
  const args = ['operator', 'access', 'list', 'Tide tables', '--people', '--output', 'tsv']
  const { stdout } = await shell.run(args)
  return stdout.trimEnd().split('\n').filter(Boolean)
}

const stepsLeft = async () => {
  const { stdout } = await shell.run(['operator', 'first-steps', '--output', 'json'])
  return JSON.parse(stdout).flatMap(({ step, is_done }: { step: string; is_done: boolean }) =>
    is_done ? [] : [step],
  )
}

test('an operator who follows the guide gives a group access, and takes it away', async () => {
  const steps = ['issuer', 'organization', 'subscription', 'services', 'access', 'drill']
  expect(await stepsLeft()).toEqual(['second-operator', 'mail', ...steps])
  expect(await follow('Create a subscription')).toBe('harbour-crew\ntides\n')
  expect(await follow('Give a group access')).toBe('Engineers\n')
  expect(await follow('Publish a drill')).toMatch(/^\S+\n$/)

  for (const name of CREW) await signInAtIssuer(name, ['engineering'])
  for (const name of CREW) {
    expect(await read(name)).toEqual({ subscriptions: ['tides'], titles: [TITLE] })
  }
  expect(await stepsLeft()).toEqual(['second-operator', 'mail'])
  const shown = await follow('See who has access')
  expect(shown).toMatch(/^group +Engineers +reader +3 /m)
  expect(shown).toMatch(/^dora +dora@example\.com +reader +group Engineers \(reader\) +\d{4}-/m)
  expect(shown).toMatch(/^tides +Tide tables +reader +group Engineers \(reader\) +\d{4}-/m)

  await signInAtIssuer('carl', [])
  expect(await read('carl')).toEqual({ subscriptions: [], titles: 4 })
  expect((await listAccess()).map((line) => line.split('\t')[0])).toEqual(['dora', 'emil'])

  await follow('End access')
  expect(await listAccess()).toEqual([])
  expect(await read('dora')).toEqual({ subscriptions: [], titles: 4 })
}, 300_000)

test('a group gives a role in an organization until it is taken away', async () => {
  await shell.run(['orgs', 'create', 'Yard', '--name', 'yard'])
  await shell.run(['operator', 'groups', 'add', 'yard-1', '--issuer', issuer.url, '--name', 'Yard'])
  const roles = (...args: string[]) =>
    shell.run(['operator', 'groups', 'roles', 'yard', '--output', 'tsv', ...args])
  const listMembers = async () =>
    (await shell.run(['members', 'list', '--org', 'yard', '--output', 'tsv'])).stdout
  expect((await roles('--org', 'yard', '--role', 'collaborator')).code).toBe(0)
  expect((await roles()).stdout).toBe('yard\tcollaborator\n')
  await signInAtIssuer('finn', ['yard-1'])
  expect(await listMembers()).toMatch(/^finn\tfinn@example\.com\tcollaborator$/m)
  expect(await roles('--org', 'yard', '--role', 'none')).toMatchObject({ code: 2 })
  expect((await roles('--org', 'yard', '--role', 'none', '--yes')).code).toBe(0)
  expect([(await roles()).stdout, await listMembers()]).toEqual([
    '',
    expect.not.stringContaining('finn'),
  ])
})

test('a name that is unknown or means several things says what to do', async () => {
  await shell.run(['orgs', 'create', 'Pilots', '--name', 'pilots'])
  for (const id of ['one', 'two']) {
    const create = ['operator', 'subscriptions', 'create', 'Twin', '--org', 'pilots', '--id', id]
    expect((await shell.run(create)).code).toBe(0)
  }
  const footprint = (text: string) =>
    shell.run(['operator', 'subscriptions', 'footprint', text, '--output', 'tsv'])
  expect(await footprint('TWO')).toMatchObject({ code: 0, stdout: '' })
  expect(await footprint('twin')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Specify one of these ids: one, two'),
  })
  for (const value of ['Sails', 'sails'])
    await shell.run(['operator', 'groups', 'add', value, '--issuer', issuer.url])
  const codeOf = async (text: string) =>
    (await shell.run(['operator', 'groups', 'roles', text])).code
  expect([await codeOf('sails'), await codeOf('Sails'), await codeOf('SAILS')]).toEqual([0, 0, 2])
  expect(await footprint('three')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('binnacle operator subscriptions list'),
  })
  const grant = (...who: string[]) =>
    shell.run(['operator', 'access', 'grant', 'one', 'reader', ...who])
  expect(await grant()).toMatchObject({ code: 2, stderr: expect.stringContaining('one of --acc') })
  expect(await grant('--account', 'ada', '--org', 'pilots')).toMatchObject({ code: 2 })
  for (const [option, next] of [
    ['--account', 'binnacle members invite'],
    ['--org', 'binnacle orgs create'],
    ['--group', 'binnacle operator groups add'],
    ['--service-account', '/operator/v1/clients'],
  ] as const) {
    expect(await grant(option, 'nobody')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(next),
    })
  }
})

test('a role is given to each kind by its name, changed, and taken from it', async () => {
  await insertPerson(database.db, 'gus')
  await insertClient(database.db, 'planner', ['client-credentials'], { principalId: randomUUID() })
  const access = (...args: string[]) => shell.run(['operator', 'access', ...args])
  const listRoles = async () =>
    (await access('list', 'two', '--output', 'tsv')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 5).join(' ').trim())
      .toSorted()
  const given = [
    ['contributor', '--account', 'gus@example.com'],
    ['reader', '--service-account', 'planner'],
    ['reader', '--org', 'pilots', '--collaborators'],
    ['owner', '--account', 'Gus'],
  ]
  for (const words of given)
    expect(await access('grant', 'two', ...words)).toMatchObject({ code: 0 })
  expect(await listRoles()).toEqual([
    'account gus owner',
    'organization pilots reader 1 yes',
    'service planner reader',
  ])
  expect(await access('grant', 'two', 'reader', '--org', 'pilots')).toMatchObject({ code: 0 })
  expect(await listRoles()).toContain('organization pilots reader 1')
  expect(await access('revoke', 'two', '--account', 'gus')).toMatchObject({ code: 2 })
  await access('revoke', 'two', '--account', 'gus', '--yes')
  expect(await listRoles()).toEqual(['organization pilots reader 1', 'service planner reader'])
  expect(await access('revoke', 'two', '--account', 'gus', '--yes')).toMatchObject({ code: 4 })
})

test('whoever is promoted is an operator', async () => {
  const hugo = await insertPerson(database.db, 'hugo')
  expect((await shell.run(['operator', 'promote', 'hugo'])).code).toBe(0)
  const account = database.db.selectFrom('account').select('is_operator').where('id', '=', hugo.id)
  expect(await account.executeTakeFirst()).toEqual({ is_operator: true })
})

test('retiring is asked for, and a footprint is named as service@region', async () => {
  const retire = await shell.run(['operator', 'subscriptions', 'retire', 'one'])
  expect(retire).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be undone') })
  const footprint = (...args: string[]) =>
    shell.run(['operator', 'subscriptions', 'footprint', 'one', '--output', 'tsv', ...args])
  expect(await footprint('--add', 'Storage')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('service@region'),
  })
  await footprint('--add', 'Storage@West US', '--add', 'Cache@North Europe')
  await footprint('--remove', 'storage@westus')
  expect((await footprint()).stdout).toBe('Cache\tNorth Europe\n')
})

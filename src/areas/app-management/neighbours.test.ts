import { beforeEach, describe, expect, test } from 'vitest'
import { listChangedRows, takeSnapshot } from '../../../test/support/database/snapshot.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertToken } from '../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)

const people = {} as Record<'ada' | 'bob' | 'eve' | 'guest', Person>
const names = new Map<string, string>()
let paths: Record<'a' | 'one', string>
let tokens: Record<string, string>

/** Two organizations, of which the first has two apps, and everywhere the same people, tokens and invitations. */
beforeEach(async () => {
  names.clear()
  tokens = {}
  for (const name of ['ada', 'bob', 'eve', 'guest'] as const) {
    people[name] = await insertPerson(database.db)
    names.set(people[name].id, name)
  }
  await database.db.updateTable('account').set({ token_count: 50 }).execute()
  const { ada, bob, eve } = people
  const seats = { [ada.id]: 'admin', [bob.id]: 'member', [eve.id]: 'member' } as const
  const [one, two] = [
    await insertOrganization(database.db, seats),
    await insertOrganization(database.db, seats),
  ]
  const members = { [bob.id]: 'developer', [eve.id]: 'developer' } as const
  const a = await insertApp(database.db, one, members)
  const b = await insertApp(database.db, one, members, 'b')
  const c = await insertApp(database.db, two, members, 'b')
  for (const [name, { id }] of Object.entries({ one, two, a, b, c })) names.set(id, name)
  for (const person of ['bob', 'eve'] as const) {
    const createdBy = people[person].id
    await addToken(person, { homeId: createdBy })
    await addToken(`a-${person}`, { kind: 'app', homeId: one.id, appId: a.id, createdBy })
    await addToken(`b-${person}`, { kind: 'app', homeId: one.id, appId: b.id, createdBy })
    await addToken(`c-${person}`, { kind: 'app', homeId: two.id, appId: c.id, createdBy })
    await addToken(`one-${person}`, { kind: 'org', homeId: one.id, createdBy })
    await addToken(`two-${person}`, { kind: 'org', homeId: two.id, createdBy })
  }
  for (const person of ['bob', 'guest'] as const) {
    await addInvitation('a', person, one.id, a.id)
    await addInvitation('b', person, one.id, b.id)
    await addInvitation('c', person, two.id, c.id)
    await addInvitation('one', person, one.id, null)
    await addInvitation('two', person, two.id, null)
  }
  paths = { a: a.path, one: `/v0.1/orgs/${one.name}` }
})

async function addToken(name: string, sample: Parameters<typeof insertToken>[1]): Promise<void> {
  const { id, value } = await insertToken(database.db, sample)
  names.set(id, `${name} token`)
  tokens[name] = id
  tokens[`${name} value`] = value
}

async function addInvitation(
  to: string,
  person: 'bob' | 'guest',
  owner_id: string,
  app_id: string | null,
): Promise<void> {
  const id = crypto.randomUUID()
  const answer_key = crypto.randomUUID()
  const { email } = people[person]
  const created_at = new Date()
  const expires_at = new Date(created_at.getTime() + 3_600_000)
  const roles = app_id === null ? { app_role: null } : ({ app_role: 'developer' } as const)
  const sent = { invited_by: people.ada.id, answer_key, created_at, expires_at }
  const row = { owner_id, id, app_id, email, email_key: email.toLowerCase(), ...roles, ...sent }
  await database.db
    .insertInto('invitation')
    .values({ ...row, organization_role: 'member' })
    .execute()
  names.set(id, `invitation of ${person} to ${to}`)
}

const TABLES = ['account', 'api_token', 'app_member', 'invitation', 'organization_member']

/** Every row that the request added, removed or changed, by the names of what is in its key. */
async function listChanges(
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<string[]> {
  const before = await takeSnapshot(database.db)
  const { status, text } = await call(token, method, path, body)
  expect([status < 300, text]).toEqual([true, text])
  const after = await takeSnapshot(database.db)
  const changes = listChangedRows(before, after, (id) => names.get(id) ?? 'new')
  return changes.filter((change) => TABLES.includes(change.split(' ')[1] ?? '')).sort()
}

const byAda = (method: string, path: string, body?: object) =>
  listChanges(people.ada.token, method, path, body)

describe('members of an app', () => {
  const bob = () => `${paths.a}/users/${people.bob.email}`

  test('a role is changed on that app, of that person', async () => {
    const changes = await byAda('PATCH', bob(), { permissions: ['viewer'] })
    expect(changes).toEqual(['~ app_member one, a, bob'])
  })

  test('a person is removed from that app, with their invitation to it', async () => {
    const changes = await byAda('DELETE', bob())
    expect(changes).toEqual([
      '- app_member one, a, bob',
      '- invitation one, invitation of bob to a',
    ])
  })

  test('a person is removed with the tokens that they created for that app', async () => {
    const changes = await byAda('DELETE', `${bob()}?revoke_tokens=true`)
    expect(changes).toEqual([
      '- app_member one, a, bob',
      '- invitation one, invitation of bob to a',
      '~ account bob',
      '~ api_token one, a-bob token',
    ])
  })

  test('an app is deleted with what belongs to it', async () => {
    expect(await byAda('DELETE', paths.a)).toEqual([
      '- app_member one, a, bob',
      '- app_member one, a, eve',
      '- invitation one, invitation of bob to a',
      '- invitation one, invitation of guest to a',
      '~ account bob',
      '~ account eve',
      '~ api_token one, a-bob token',
      '~ api_token one, a-eve token',
    ])
  })
})

describe('members of an organization', () => {
  const bob = () => `${paths.one}/users/${people.bob.name}`
  const gone = [
    '- app_member one, a, bob',
    '- app_member one, b, bob',
    '- invitation one, invitation of bob to a',
    '- invitation one, invitation of bob to b',
    '- invitation one, invitation of bob to one',
    '- organization_member one, bob',
  ]

  test('a role is changed in that organization, of that person', async () => {
    const changes = await byAda('PATCH', bob(), { role: 'collaborator' })
    expect(changes).toEqual(['~ organization_member one, bob'])
  })

  test('a person is removed from that organization and its apps', async () => {
    expect(await byAda('DELETE', bob())).toEqual(gone)
  })

  test('a person is removed with the tokens that they created there', async () => {
    expect(await byAda('DELETE', `${bob()}?revoke_tokens=true`)).toEqual([
      ...gone,
      '~ account bob',
      '~ api_token one, a-bob token',
      '~ api_token one, b-bob token',
      '~ api_token one, one-bob token',
    ])
  })
})

describe('tokens', () => {
  test('one is created, and counts for its creator', async () => {
    const changes = await listChanges(people.bob.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    expect(changes).toEqual(['+ api_token bob, new', '~ account bob'])
  })

  test('one of a person is revoked', async () => {
    const path = `/v0.1/api_tokens/${tokens.bob}`
    const changes = await listChanges(people.bob.token, 'DELETE', path)
    expect(changes).toEqual(['~ account bob', '~ api_token bob, bob token'])
  })

  test('one of an app is revoked', async () => {
    const changes = await byAda('DELETE', `${paths.a}/api_tokens/${tokens['a-bob']}`)
    expect(changes).toEqual(['~ account bob', '~ api_token one, a-bob token'])
  })

  test('one of an organization is revoked', async () => {
    const changes = await byAda('DELETE', `${paths.one}/api_tokens/${tokens['one-bob']}`)
    expect(changes).toEqual(['~ account bob', '~ api_token one, one-bob token'])
  })

  test('one is revoked with those that it created', async () => {
    const { body } = await call(tokens['bob value'], 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    names.set(body.id, 'child token')
    const path = `/v0.1/api_tokens/${tokens.bob}?descendants=true`
    const changes = await listChanges(people.bob.token, 'DELETE', path)
    expect(changes).toEqual([
      '~ account bob',
      '~ api_token bob, bob token',
      '~ api_token bob, child token',
    ])
  })
})

describe('invitations', () => {
  const to = (place: 'a' | 'one', rest = '') =>
    `${paths[place]}/invitations/${people.guest.email}${rest}`
  const renewed = (place: string) => [
    '+ invitation one, new',
    `- invitation one, invitation of guest to ${place}`,
  ]

  test.each([
    ['to an app is changed', 'PATCH', 'a', '', { permissions: ['viewer'] }, '~'],
    ['to an app is revoked', 'DELETE', 'a', '', undefined, '-'],
    ['to an organization is changed', 'PATCH', 'one', '', { role: 'collaborator' }, '~'],
    ['to an organization is revoked', 'POST', 'one', '/revoke', {}, '-'],
  ] as const)('one %s', async (_what, method, place, rest, body, mark) => {
    const changes = await byAda(method, to(place, rest), body)
    expect(changes).toEqual([`${mark} invitation one, invitation of guest to ${place}`])
  })

  test('one to an organization is revoked by the address in the body', async () => {
    const body = { user_email: people.guest.email }
    const changes = await byAda('DELETE', `${paths.one}/invitations`, body)
    expect(changes).toEqual(['- invitation one, invitation of guest to one'])
  })

  test('one is renewed', async () => {
    expect(await byAda('POST', to('a'))).toEqual(renewed('a'))
    expect(await byAda('POST', to('one', '/resend'))).toEqual(renewed('one'))
  })

  const answer = async (place: 'a' | 'one', verdict: string) => {
    const { guest } = people
    const { body } = await call(guest.token, 'GET', '/v0.1/user/invitations')
    const owner = paths.one.split('/').at(-1)
    const app = place === 'a' ? paths.a.split('/').at(-1) : null
    const { token, type } = body.find(
      (each: { owner_name: string; app_name: string | null }) =>
        each.owner_name === owner && each.app_name === app,
    )
    return listChanges(
      guest.token,
      'POST',
      `/v0.1/user/invitations/${type}s/${token}/${verdict}`,
      {},
    )
  }

  test.each(['a', 'one'] as const)('one to %s is rejected', async (place) => {
    const changes = await answer(place, 'reject')
    expect(changes).toEqual([`- invitation one, invitation of guest to ${place}`])
  })

  test('one is accepted', async () => {
    expect(await answer('a', 'accept')).toEqual([
      '+ app_member one, a, guest',
      '+ organization_member one, guest',
      '- invitation one, invitation of guest to a',
    ])
    expect(await answer('one', 'accept')).toEqual([
      '- invitation one, invitation of guest to one',
      '~ organization_member one, guest',
    ])
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lockOwner, whileHolding } from '../../../../test/support/database/locks.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { type Answer, caller } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'
import { LIMITS } from '../../../limits.ts'

const database = useDatabase()
const call = caller(useServer({ databaseUrl: database.url }))
const limits = { caps: { ...LIMITS.caps, freedNameDays: 0 } }
const callShort = caller(useServer({ databaseUrl: database.url, limits }))

let ada: Person
let bob: Person
let eve: Person
beforeAll(async () => {
  ada = await insertPerson(database.db)
  bob = await insertPerson(database.db)
  eve = await insertPerson(database.db)
})

const claim = (person: Person, name: string): Promise<Answer> =>
  call(person.token, 'POST', '/v0.1/orgs', { name })

let made = 0
const insertOrg = () =>
  insertOrganization(database.db, { [ada.id]: 'admin', [bob.id]: 'admin' }, `Quay-${++made}`)

/** It was given up so long ago. */
const ageBy = (name: string, days: number) =>
  sql`update freed_name set freed_at = freed_at - ${days} * interval '1 day'
       where key = ${name.toLowerCase()}`.execute(database.db)

describe('the name of a deleted organization', () => {
  test('is kept for 90 days from everybody but those who were its admins', async () => {
    const { name } = await insertOrganization(
      database.db,
      { [ada.id]: 'admin', [eve.id]: 'admin', [bob.id]: 'member' },
      'quay-of-three',
    )
    expect((await call(ada.token, 'DELETE', `/v0.1/orgs/${name}`)).status).toBe(204)
    const refused = await claim(bob, name.toUpperCase())
    expect(refused.status).toBe(409)
    const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
    expect(refused.body.error.message).toContain(`reserved for its previous owner until ${until}.`)
    expect((await claim(eve, name)).status).toBe(201)
    // It is hers again, and no longer kept: a rename begins anew.
    expect((await claim(bob, name)).body.error.message).toContain('is already in use')
  })

  test('is anybody’s after that, or at once where names are not kept', async () => {
    const { name } = await insertOrg()
    await call(ada.token, 'DELETE', `/v0.1/orgs/${name}`)
    await ageBy(name, 89)
    expect((await claim(eve, name)).status).toBe(409)
    await ageBy(name, 2)
    expect((await claim(eve, name)).status).toBe(201)
    const other = await insertOrg()
    await call(ada.token, 'DELETE', `/v0.1/orgs/${other.name}`)
    const answer = await callShort(bob.token, 'POST', '/v0.1/orgs', { name: other.name })
    expect(answer.status).toBe(201)
  })
})

describe('the name before a rename', () => {
  test('is kept for the organization, not for the person who renamed it and left', async () => {
    const { name } = await insertOrg()
    const renamed = `${name}-old`
    await call(bob.token, 'PATCH', `/v0.1/orgs/${name}`, { name: renamed })
    await call(ada.token, 'DELETE', `/v0.1/orgs/${renamed}/users/${bob.name}`)
    expect((await claim(bob, name)).status).toBe(409)
    expect((await call(ada.token, 'PATCH', `/v0.1/orgs/${renamed}`, { name })).status).toBe(200)
  })

  test('409: a sixth name that one organization would keep; expired ones are deleted', async () => {
    const { name } = await insertOrg()
    const rename = (from: string, to: string) =>
      call(ada.token, 'PATCH', `/v0.1/orgs/${from}`, { name: to })
    const nth = (step: number) => (step === 0 ? name : `${name}-${step}`)
    for (let step = 1; step <= 5; step++) {
      expect((await rename(nth(step - 1), nth(step))).status).toBe(200)
    }
    const refused = await rename(nth(5), nth(6))
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain(
      'already has 5 reserved former names, which is the limit',
    )
    // Back to one of them: as many are kept as before.
    expect((await rename(nth(5), nth(4))).status).toBe(200)
    expect((await rename(nth(4), nth(6))).status).toBe(409)
    await ageBy(name, 91)
    expect((await rename(nth(4), nth(6))).status).toBe(200)
    expect((await call(ada.token, 'DELETE', `/v0.1/orgs/${nth(6)}`)).status).toBe(204)
  })

  test('is kept for the organization, whichever of its admins goes back', async () => {
    const [org, strange] = [
      await insertOrg(),
      await insertOrganization(database.db, { [bob.id]: 'admin' }),
    ]
    const renamed = `${org.name}-new`
    const rename = (person: Person, from: string, name: string) =>
      call(person.token, 'PATCH', `/v0.1/orgs/${from}`, { name })
    expect((await rename(ada, org.name, renamed)).status).toBe(200)
    expect((await claim(bob, org.name)).status).toBe(409)
    expect((await rename(bob, strange.name, org.name)).status).toBe(409)
    // Back, by another admin of the same organization.
    expect((await rename(bob, renamed, org.name)).status).toBe(200)
  })

  test('is passed over by a transfer to a new organization', async () => {
    const { name } = await insertOrg()
    await call(ada.token, 'DELETE', `/v0.1/orgs/${name}`)
    const app = await insertApp(database.db, { ...eve, kind: 'user' }, {}, name)
    const { body } = await call(eve.token, 'POST', `${app.path}/transfer_to_org`)
    expect(body.name).toBe(`${name}-2`)
  })
})

test('a name that is just being given up: who claims it waits, and is refused', async () => {
  const org = await insertOrg()
  const key = org.name.toLowerCase()
  const [answer] = await whileHolding(
    database.db,
    async (trx) => {
      await lockOwner(org.id)(trx)
      await sql`delete from owner_name where key = ${key}`.execute(trx)
      await sql`insert into freed_name values (${key}, ${org.id}, ${ada.id}, now())`.execute(trx)
    },
    [() => claim(eve, org.name)],
  )
  expect(answer?.status).toBe(409)
  expect(answer?.body.error.message).toContain('reserved for its previous owner')
})

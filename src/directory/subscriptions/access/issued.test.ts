import { beforeEach, describe, expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import { insertGroup, putIntoGroup } from '../../../../test/support/world/groups.ts'
import { insertOrganization, insertPerson } from '../../../../test/support/world/world.ts'
import type { OrganizationRole } from '../../../platform/db/tables.ts'

const ISSUER = 'https://login.example.com'
const health = useHealth()
const { callAsOperator } = health

let org: { id: string; name: string }
let crew: string
let subscription: string
beforeEach(async () => {
  const { db } = health.database
  org = await insertOrganization(db)
  crew = await insertGroup(db, ISSUER, `crew of ${org.name}`, { [org.id]: 'member' })
  subscription = `of-${org.name}`
  await health.addSubscription(subscription, {})
  await give({ role: 'reader' })
})

const give = (role: object) =>
  callAsOperator('PUT', `/subscriptions/${subscription}/roles/${org.id}`, role)

type Seat = Readonly<{ role?: OrganizationRole; granted_by_issuer?: string; is_guest?: boolean }>
const ISSUED: Seat = { granted_by_issuer: ISSUER }

async function addMember(seat: Seat, groups: readonly string[]) {
  const { db } = health.database
  const { id } = await insertPerson(db)
  await db
    .insertInto('organization_member')
    .values({
      organization_id: org.id,
      account_id: id,
      role: 'member',
      joined_at: new Date(),
      ...seat,
    })
    .execute()
  for (const group of groups) await putIntoGroup(db, group, id)
  return id
}

async function pathsOf(accountId: string) {
  const { body } = await callAsOperator('GET', `/accounts/${accountId}/subscriptions`)
  return body.value.flatMap((one: { through: object[] }) => one.through)
}
const opensTo = async (accountId: string) => (await pathsOf(accountId)).length > 0

describe('a role of an organization, for whom an issuer made a member', () => {
  test('ends with what the issuer says of them, and says when', async () => {
    const id = await addMember(ISSUED, [crew])
    const end = { kind: 'organization', principal_id: org.id, ends_at: expect.any(String) }
    expect(await pathsOf(id)).toEqual([expect.objectContaining(end)])
    await putIntoGroup(health.database.db, crew, id, 0)
    expect(await opensTo(id)).toBe(false)
  })

  test('is for a group that has a role in this organization', async () => {
    const { db } = health.database
    const elsewhere = await insertOrganization(db)
    const other = await insertGroup(db, ISSUER, `other of ${org.name}`, { [elsewhere.id]: 'admin' })
    const id = await addMember(ISSUED, [other])
    await addMember(ISSUED, [crew])
    expect(await opensTo(id)).toBe(false)
  })

  test('is for a guest who is in a group, and for no other guest', async () => {
    const [guest, other] = [
      await addMember({ is_guest: true }, [crew]),
      await addMember({ is_guest: true }, []),
    ]
    expect([await opensTo(guest), await opensTo(other)]).toEqual([true, false])
  })

  test('lasts without end for whom an admin made a member', async () => {
    const id = await addMember({}, [crew])
    expect(await pathsOf(id)).toEqual([expect.not.objectContaining({ ends_at: expect.anything() })])
  })

  test('is for collaborators if it says so, by their seat or by their group', async () => {
    const { db } = health.database
    const helpers = await insertGroup(db, ISSUER, `helpers of ${org.name}`, {
      [org.id]: 'collaborator',
    })
    const people = [
      await addMember({ ...ISSUED, role: 'collaborator' }, [crew]),
      await addMember(ISSUED, [helpers]),
    ]
    expect(await Promise.all(people.map(opensTo))).toEqual([false, false])
    await give({ role: 'reader', includes_collaborators: true })
    expect(await Promise.all(people.map(opensTo))).toEqual([true, true])
  })

  test('is named once, with the latest end, and counts each person once', async () => {
    const { db } = health.database
    const more = await insertGroup(db, ISSUER, `more of ${org.name}`, { [org.id]: 'admin' })
    const id = await addMember(ISSUED, [crew])
    await putIntoGroup(db, more, id, 600)
    const paths = await pathsOf(id)
    expect(paths).toHaveLength(1)
    expect(new Date(paths[0].ends_at).getTime()).toBeGreaterThan(Date.now() + 300 * 60_000)
    const { body } = await callAsOperator('GET', `/subscriptions/${subscription}/roles`)
    expect(body.value).toEqual([expect.objectContaining({ principal_id: org.id, members: 1 })])
  })
})

import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../src/platform/db/connect.ts'
import { insertAccountWithToken, insertToken } from '../samples.ts'
import { insertApp, insertOrganization, insertPerson, type Person } from '../world.ts'
import { PERSONAS, type Persona, type TokenName } from './rights-table.ts'

/** One organization with an app, somebody in each role, and something for every operation to work on. */
export type World = Awaited<ReturnType<typeof buildWorld>>

export async function buildWorld(db: Db) {
  const people = {} as Record<Persona, Person>
  for (const persona of PERSONAS) people[persona] = await insertPerson(db)
  // Also there: somebody to remove or change, and an admin so that no removal is the last one's.
  const victim = await insertPerson(db)
  const anchor = await insertPerson(db)
  const disabled = await insertAccountWithToken(db, { disabledAt: new Date() })
  const org = await insertOrganization(db, {
    [people['org admin'].id]: 'admin',
    [anchor.id]: 'admin',
    [people['org collaborator'].id]: 'collaborator',
    [people['org member'].id]: 'member',
    [people.manager.id]: 'member',
    [people.developer.id]: 'member',
    [people.viewer.id]: 'member',
    [victim.id]: 'member',
  })
  const app = await insertApp(db, org, {
    [people.manager.id]: 'manager',
    [people.developer.id]: 'developer',
    [people.viewer.id]: 'viewer',
    [victim.id]: 'developer',
  })
  const otherApp = await insertApp(db, org)
  const destination = await insertOrganization(
    db,
    Object.fromEntries(PERSONAS.map((persona) => [people[persona].id, 'admin' as const])),
  )
  const elsewhere = await insertOrganization(db, { [anchor.id]: 'admin' })
  const appElsewhere = await insertApp(db, elsewhere)
  const pendingEmail = `${randomUUIDv7()}@example.com`
  await insertInvitation(db, { ownerId: org.id, invitedBy: anchor.id, email: pendingEmail })
  await insertInvitation(db, {
    ownerId: org.id,
    appId: app.id,
    invitedBy: anchor.id,
    email: pendingEmail,
  })
  return {
    people,
    victim,
    anchor,
    disabled,
    org,
    app,
    otherApp,
    destination,
    elsewhere,
    appElsewhere,
    pendingEmail,
  }
}

/** Answers with the token that stands in the address of the answer. */
export async function insertInvitation(
  db: Db,
  invited: { ownerId: string; appId?: string; invitedBy: string; email: string },
): Promise<string> {
  const answerKey = randomUUID()
  const now = new Date()
  await db
    .deleteFrom('invitation')
    .where('owner_id', '=', invited.ownerId)
    .where('email_key', '=', invited.email.toLowerCase())
    .where('app_id', 'is not distinct from', invited.appId ?? null)
    .execute()
  await db
    .insertInto('invitation')
    .values({
      owner_id: invited.ownerId,
      id: randomUUIDv7(),
      app_id: invited.appId ?? null,
      email: invited.email,
      email_key: invited.email.toLowerCase(),
      app_role: invited.appId === undefined ? null : 'viewer',
      organization_role: 'member',
      invited_by: invited.invitedBy,
      answer_key: answerKey,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute()
  return `${invited.ownerId}${answerKey}`.replaceAll('-', '')
}

/** What a call presents: the header, and the token's id when it is one. */
export type Credential = Readonly<{ headers: Record<string, string>; tokenId: string | null }>

/** A token of this description, made by the persona; also when the API would not let them make it. */
export async function insertTokenFor(
  db: Db,
  world: World,
  name: TokenName,
  persona: Persona,
): Promise<Credential> {
  const { id, value } = await insertOne(db, world, name, persona)
  return { headers: name === 'no token' ? {} : { 'X-API-Token': value }, tokenId: id }
}

async function insertOne(db: Db, world: World, name: TokenName, persona: Persona) {
  const account = world.people[persona]
  const access = name.endsWith('read-only') ? ('viewer' as const) : ('all' as const)
  const made = { createdBy: account.id, access }
  await db
    .updateTable('account')
    .set((row) => ({ token_count: row('token_count', '+', 1) }))
    .where('id', '=', account.id)
    .execute()
  if (name.startsWith('org')) return insertToken(db, { kind: 'org', homeId: world.org.id, ...made })
  if (name.startsWith('app') || name === 'token of another app') {
    const appId = name.startsWith('app') ? world.app.id : world.otherApp.id
    return insertToken(db, { kind: 'app', homeId: world.org.id, appId, ...made })
  }
  const past = new Date(Date.now() - 1000)
  return insertToken(db, {
    homeId: account.id,
    ...made,
    ...(name === 'revoked' && { revokedAt: past }),
    ...(name === 'expired' && { expiresAt: past }),
  })
}

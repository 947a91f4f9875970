import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../src/platform/db/connect.ts'
import {
  insertRows,
  insertToken,
  joinRows,
  makeAccountWithToken,
  type Rows,
} from '../world/samples.ts'
import { makeApp, makeOrganization, type Person } from '../world/world.ts'
import { PERSONAS, type Persona, type TokenName } from './table.ts'

const WORLDS_AT_ONCE = 10

/** One organization with an app, somebody in each role, and something for every operation to work on. */
export type World = ReturnType<typeof makeWorld>['world']

/** Answers one world after the other; several are inserted at once. */
export function worldBuilder(db: Db) {
  const ready: World[] = []
  return async (): Promise<World> => {
    const next = ready.pop()
    if (next !== undefined) return next
    const made = Array.from({ length: WORLDS_AT_ONCE }, makeWorld)
    await insertRows(db, joinRows(made.map(({ rows }) => rows)))
    const [first, ...others] = made.map(({ world }) => world)
    ready.push(...others)
    return first as World
  }
}

function makeWorld() {
  const rows: Rows[] = []
  const keep = <T>({ rows: made, ...rest }: { rows: Rows } & T) => {
    rows.push(made)
    return rest
  }
  const addPerson = (sample = {}) => keep(makeAccountWithToken(sample)).account
  const addOrganization = (...members: Parameters<typeof makeOrganization>) =>
    keep(makeOrganization(...members)).organization
  const addApp = (...app: Parameters<typeof makeApp>) => keep(makeApp(...app)).app
  const people = Object.fromEntries(PERSONAS.map((persona) => [persona, addPerson()])) as Record<
    Persona,
    Person
  >
  // Also there: somebody to remove or change, and an admin so that no removal is the last one's.
  const victim = addPerson()
  const anchor = addPerson()
  const disabled = addPerson({ disabledAt: new Date() })
  const org = addOrganization({
    [people['org admin'].id]: 'admin',
    [anchor.id]: 'admin',
    [people['org collaborator'].id]: 'collaborator',
    [people['org member'].id]: 'member',
    [people.manager.id]: 'member',
    [people.developer.id]: 'member',
    [people.viewer.id]: 'member',
    [victim.id]: 'member',
  })
  const app = addApp(org, {
    [people.manager.id]: 'manager',
    [people.developer.id]: 'developer',
    [people.viewer.id]: 'viewer',
    [victim.id]: 'developer',
  })
  const otherApp = addApp(org)
  const destination = addOrganization(
    Object.fromEntries(PERSONAS.map((persona) => [people[persona].id, 'admin' as const])),
  )
  const elsewhere = addOrganization({ [anchor.id]: 'admin' })
  const appElsewhere = addApp(elsewhere)
  const pendingEmail = `${randomUUIDv7()}@example.com`
  const pending = { ownerId: org.id, invitedBy: anchor.id, email: pendingEmail }
  const invitation = [makeInvitation(pending), makeInvitation({ ...pending, appId: app.id })]
  rows.push({ invitation: invitation.map(({ row }) => row) })
  const world = {
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
  return { world, rows: joinRows(rows) }
}

type Invited = { ownerId: string; appId?: string; invitedBy: string; email: string }

/** Answers with the token that stands in the address of the answer. */
export async function insertInvitation(db: Db, invited: Invited): Promise<string> {
  const { row, token } = makeInvitation(invited)
  await db
    .deleteFrom('invitation')
    .where('owner_id', '=', row.owner_id)
    .where('email_key', '=', row.email_key)
    .where('app_id', 'is not distinct from', row.app_id)
    .execute()
  await db.insertInto('invitation').values(row).execute()
  return token
}

function makeInvitation({ ownerId, appId, invitedBy, email }: Invited) {
  const answerKey = randomUUID()
  const now = new Date()
  const row = {
    owner_id: ownerId,
    id: randomUUIDv7(),
    app_id: appId ?? null,
    email,
    email_key: email.toLowerCase(),
    app_role: appId === undefined ? null : ('viewer' as const),
    organization_role: 'member' as const,
    invited_by: invitedBy,
    answer_key: answerKey,
    created_at: now,
    expires_at: new Date(now.getTime() + 600_000),
  }
  return { row, token: `${ownerId}${answerKey}`.replaceAll('-', '') }
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

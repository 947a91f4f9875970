import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sessionIdOf } from '../../../src/identity/oauth/rules.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { NEW_TOKEN } from '../http/http.ts'
import { insertToken } from '../world/samples.ts'
import type { Persona, Promised } from './table.ts'
import { insertInvitation, type World } from './world.ts'

export type Prepared = Readonly<{ path: string; body?: unknown }>
type Subject = 'another' | 'itself'

type Situation = Readonly<{
  db: Db
  world: World
  persona: Persona
  subject: Subject
  tokenId: string | null
}>

const newApp = () => ({ display_name: `New ${randomUUIDv7()}`, os: 'Linux', platform: 'Custom' })

/** A body with which the operation succeeds for whoever may do it. */
const BODIES: Record<string, (world: World) => unknown> = {
  updateUser: () => ({ display_name: 'Renamed' }),
  endUserSessions: () => ({ which: 'others' }),
  createApp: newApp,
  createOrgApp: newApp,
  updateApp: () => ({ description: 'changed' }),
  createOrg: () => ({ display_name: `New ${randomUUIDv7()}` }),
  updateOrg: () => ({ display_name: 'Renamed' }),
  setOrgTokenLife: () => ({ longest_days: 90 }),
  updateAppUser: () => ({ permissions: ['viewer'] }),
  updateOrgUser: () => ({ role: 'collaborator' }),
  inviteToApp: () => ({ user_email: `${randomUUIDv7()}@example.com` }),
  updateAppInvitation: () => ({ permissions: ['manager'] }),
  inviteToOrg: () => ({ user_email: `${randomUUIDv7()}@example.com` }),
  revokeOrgInvitation: ({ pendingEmail }) => ({ user_email: pendingEmail }),
  updateOrgInvitation: () => ({ role: 'member' }),
  createUserApiToken: () => NEW_TOKEN,
  // What a developer may ask for; that Full access takes a manager is A64's test.
  createAppApiToken: () => ({ ...NEW_TOKEN, scope: ['viewer'] }),
  createOrgApiToken: () => NEW_TOKEN,
}

/** The request of an operation in this world, ready to succeed if rights allow it. */
export async function prepare(promised: Promised, situation: Situation): Promise<Prepared> {
  const { world } = situation
  const { operationId } = promised
  const values: Record<string, string> = {
    owner_name: world.org.name,
    org_name: world.org.name,
    app_name: world.app.name,
    destination_owner_name: world.destination.name,
    ...nameSubject(promised, situation),
    ...(promised.path.includes('{api_token_id}') && {
      api_token_id: await nameToken(promised, situation),
    }),
    ...(promised.path.includes('{invitation_token}') && {
      invitation_token: await nameInvitation(operationId, situation),
    }),
    ...(/\{(session|client)_id\}/.test(promised.path) && (await nameGrant(situation))),
  }
  const path = promised.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${operationId}: nothing to put in ${name}`)
    return encodeURIComponent(value)
  })
  const makeBody = BODIES[operationId]
  return makeBody ? { path, body: makeBody(world) } : { path }
}

function nameSubject({ path }: Promised, { world, persona, subject }: Situation) {
  const person = subject === 'itself' ? world.people[persona] : world.victim
  const isInvited = path.includes('/invitations/')
  return { user_email: isInvited ? world.pendingEmail : person.email, user_name: person.name }
}

/** A token of the family that the persona made, or the one the call is made with. */
async function nameToken({ on }: Promised, { db, world, persona, subject, tokenId }: Situation) {
  // Who is signed in has no token of the call to name.
  if (subject === 'itself') return tokenId ?? 'current'
  const createdBy = world.people[persona].id
  await db
    .updateTable('account')
    .set((row) => ({ token_count: row('token_count', '+', 1) }))
    .where('id', '=', createdBy)
    .execute()
  const home = on
    ? { homeId: world.org.id, kind: on === 'app' ? ('app' as const) : ('org' as const) }
    : { homeId: createdBy }
  const { id } = await insertToken(db, { ...home, appId: world.app.id, createdBy })
  return id
}

/** Something a client was allowed, which can be ended and is in no list: nothing was issued under it. */
async function nameGrant({ db, world, persona }: Situation) {
  const id_hash = randomBytes(32)
  const client_id = 'spa'
  const account_id = world.people[persona].id
  const grant = { kind: 'Grant', id_hash, client_id, account_id, sealed: Buffer.alloc(1) }
  await db.insertInto('oauth_record').values(grant).execute()
  return { session_id: sessionIdOf(id_hash), client_id }
}

function nameInvitation(operationId: string, { db, world, persona }: Situation): Promise<string> {
  const toApp = operationId.endsWith('AppInvitation')
  return insertInvitation(db, {
    ownerId: world.elsewhere.id,
    ...(toApp && { appId: world.appElsewhere.id }),
    invitedBy: world.anchor.id,
    email: world.people[persona].email,
  })
}

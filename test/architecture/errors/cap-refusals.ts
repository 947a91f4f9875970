import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type * as capErrors from '../../../src/areas/app-management/caps/errors.ts'
import {
  fillApps,
  fillInvitations,
  fillMembers,
  fillOrganizations,
  insertInvitation,
} from '../../support/world/crowds.ts'
import { insertApp, insertOrganization, insertPerson } from '../../support/world/world.ts'
import type { Refusal } from './refusals.ts'

const NEW_APP = { display_name: 'New', os: 'Linux', platform: 'Custom' }

/** Each at the number the settings have by default. */
export const capRefusals: Record<keyof typeof capErrors, Refusal> = {
  appLimitReached: {
    when: 'The 2001st app of an owner',
    about: [2000],
    provoke: async ({ call, db }) => {
      const owner = await insertPerson(db)
      await fillApps(db, { ...owner, kind: 'user' }, 2000)
      return call(owner.token, 'POST', '/v0.1/apps', NEW_APP)
    },
  },
  reachLimitReached: {
    when: 'Creating or joining an app with an account that has access to 10000 apps',
    about: [10_000],
    provoke: async ({ call, db }) => {
      const person = await insertPerson(db)
      for (let orgs = 0; orgs < 5; orgs++) {
        await fillApps(db, await insertOrganization(db, { [person.id]: 'admin' }), 2000)
      }
      return call(person.token, 'POST', '/v0.1/apps', NEW_APP)
    },
  },
  memberLimitReached: {
    when: 'Joining an app or organization that has 5000 members',
    about: ['organization', 5000],
    provoke: async ({ call, db }) => {
      const person = await insertPerson(db)
      const admin = await insertPerson(db)
      const org = await insertOrganization(db, { [admin.id]: 'admin' })
      await fillMembers(db, org.id, 4999)
      const token = await insertInvitation(db, { ownerId: org.id, email: person.email })
      return call(person.token, 'POST', `/v0.1/user/invitations/orgs/${token}/accept`)
    },
  },
  organizationLimitReached: {
    when: 'The 201st organization of an account',
    about: [200],
    provoke: async ({ call, db }) => {
      const person = await insertPerson(db)
      await fillOrganizations(db, person.id, 200)
      return call(person.token, 'POST', '/v0.1/orgs', { name: `org-${randomUUIDv7()}` })
    },
  },
  invitationLimitReached: {
    when: 'The 501st open invitation to an organization and its apps, or to the apps of an account',
    about: [500],
    provoke: async ({ call, db }) => {
      const owner = await insertPerson(db)
      const app = await insertApp(db, { ...owner, kind: 'user' })
      await fillInvitations(db, app, owner.id, 500)
      const body = { user_email: 'new@example.com' }
      return call(owner.token, 'POST', `${app.path}/invitations`, body)
    },
  },
  recipientLimitReached: {
    when: 'The 101st open invitation to an e-mail address',
    about: ['popular@example.com', 100],
    provoke: async ({ call, db, ada, harbour }) => {
      await sql`insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform,
                                 app_secret, created_at, updated_at)
                select ${ada.id}, gen_random_uuid(), 'user', 'popular-' || n, 'popular-' || n, 'x',
                       'Linux', 'Custom', gen_random_uuid(), now(), now()
                  from generate_series(1, 100) as n`.execute(db)
      await sql`insert into invitation (owner_id, id, app_id, email, email_key, app_role, invited_by,
                                        answer_key, created_at, expires_at)
                select owner_id, gen_random_uuid(), id, 'popular@example.com', 'popular@example.com',
                       'viewer', owner_id, gen_random_uuid(), now(), now() + interval '1 day'
                  from app where owner_id = ${ada.id} and name like 'popular-%'`.execute(db)
      const body = { user_email: 'popular@example.com' }
      return call(ada.token, 'POST', `/v0.1/orgs/${harbour.name}/invitations`, body)
    },
  },
}

import { sql } from 'kysely'
import type * as areaErrors from '../../src/areas/app-management/errors.ts'
import type { Answer } from '../http.ts'
import { revoke, whileHolding } from '../locks.ts'
import { insertToken, NEW_TOKEN } from '../samples.ts'
import { insertApp, insertOrganization } from '../world.ts'
import { pictureRefusals } from './picture-refusals.ts'
import type { Stage } from './refusal-stage.ts'

export type Refusal = Readonly<{
  when: string
  /** What the sentence is made of, as the provoked request has it. */
  about?: readonly unknown[]
  provoke: (stage: Stage) => Promise<Answer>
}>

/** Only `bootstrap` and the operator API say the first four. */
export type NotOverHttp =
  | 'emailTaken'
  | 'operatorExists'
  | 'adminNotFound'
  | 'noFreedName'
  | AtFirstSight
/** Provoked with a trusted issuer, beside the other refusals of bearers. */
export type AtFirstSight = 'emailHeldByAnother' | 'emailUnusable'
type AreaRefusals = Record<Exclude<keyof typeof areaErrors, NotOverHttp>, Refusal>

const newApp = { display_name: 'New', os: 'Linux', platform: 'Custom' }

/** Every refusal of area A has its entry here, or this file does not compile. */
export const areaRefusals: AreaRefusals = {
  notServed: {
    when: 'An operation that Binnacle does not have',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/apps/ada/tide/releases'),
  },
  appNotFound: {
    when: 'An app that is not there, or that the token cannot see',
    provoke: ({ call, bob }) => call(bob.token, 'GET', '/v0.1/apps/ada/tide'),
  },
  organizationNotFound: {
    when: 'An organization that is not there, or that the token cannot see',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/orgs/nowhere'),
  },
  operationRetired: {
    when: 'An operation past its date, with `LIFECYCLE` and `enforce`',
    about: ['analytics', new Date('2020-01-01T23:59:59Z')],
    provoke: ({ callRetired, ada }) =>
      callRetired(ada.token, 'GET', '/v0.1/apps/ada/tide/analytics/versions'),
  },
  lengthRequired: {
    when: 'A POST, PUT or PATCH of zero bytes',
    provoke: ({ sendEmpty, ada }) => sendEmpty(ada.token, 'POST', '/v0.1/api_tokens'),
  },
  userTokenRequired: {
    when: 'An app or organization token on an operation for people',
    about: ['app'],
    provoke: async ({ call, appToken }) => call(await appToken('all'), 'GET', '/v0.1/user'),
  },
  fullAccessRequired: {
    when: 'A Read-only token on an operation that changes something',
    provoke: async ({ call, appToken }) =>
      call(await appToken('viewer'), 'PATCH', '/v0.1/apps/ada/tide', {}),
  },
  roleRequired: {
    when: 'Too small a role on the app or organization',
    about: ['manager', 'developer', 'all'],
    provoke: ({ call, eve }) => call(eve.token, 'PATCH', '/v0.1/apps/ada/tide', {}),
  },
  tokenEndedMeanwhile: {
    when: 'The token is revoked while the request is under way',
    provoke: async ({ call, db, ada }) => {
      const { id, value } = await insertToken(db, { homeId: ada.id })
      const [answer] = await whileHolding(db, revoke(id), [
        () => call(value, 'POST', '/v0.1/api_tokens', NEW_TOKEN),
      ])
      return answer as Answer
    },
  },
  fullAccessTokenNeedsManager: {
    when: 'A developer asks for a Full access app token',
    provoke: ({ call, eve }) =>
      call(eve.token, 'POST', '/v0.1/apps/ada/tide/api_tokens', NEW_TOKEN),
  },
  creatorMayNotGrant: {
    when: 'An app token whose creator can no longer manage the app grants membership',
    provoke: async ({ call, db, harbour, bob }) => {
      const app = await insertApp(db, harbour)
      const made = { kind: 'app', homeId: harbour.id, createdBy: bob.id } as const
      const { value } = await insertToken(db, { ...made, appId: app.id })
      return call(value, 'POST', `${app.path}/invitations/new@example.com`)
    },
  },
  organizationRoleNeedsAdmin: {
    when: 'A manager of an app invites somebody into the organization as more than a member',
    provoke: async ({ call, db, harbour, eve }) => {
      const app = await insertApp(db, harbour, { [eve.id]: 'manager' })
      const body = { user_email: 'new@example.com', role: 'admin' }
      return call(eve.token, 'POST', `${app.path}/invitations`, body)
    },
  },
  invalidName: {
    when: 'A name that cannot stand in an address',
    about: ['-x'],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps', { ...newApp, name: '-x' }),
  },
  noNameFound: {
    when: 'No name is sent, and none can be made from `display_name`',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps', { ...newApp, display_name: '???' }),
  },
  blankDisplayName: {
    when: 'A display name of white space',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', { display_name: '  ' }),
  },
  invalidEmail: {
    when: 'An invitation of something that is no e-mail address',
    about: ['nobody'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps/ada/tide/invitations', { user_email: 'nobody' }),
  },
  nameTaken: {
    when: 'The name of another owner',
    about: ['bob'],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/orgs', { name: 'bob' }),
  },
  keptNamesLimitReached: {
    when: 'Renaming an organization that keeps five earlier names',
    about: [5],
    provoke: async ({ call, db, ada }) => {
      const { id, name } = await insertOrganization(db, { [ada.id]: 'admin' })
      await sql`insert into freed_name
        select 'kept' || n, ${id}, null, now() from generate_series(1, 5) as n`.execute(db)
      return call(ada.token, 'PATCH', `/v0.1/orgs/${name}`, { name: 'sixth' })
    },
  },
  nameFreedLately: {
    when: 'The name of an organization that was deleted or renamed less than 90 days ago, by somebody else',
    about: ['pharos', new Date('2999-04-01')],
    provoke: async ({ call, db, ada }) => {
      await sql`insert into freed_name
        values ('pharos', gen_random_uuid(), null, '2999-01-01T00:00:00Z')`.execute(db)
      return call(ada.token, 'POST', '/v0.1/orgs', { name: 'pharos' })
    },
  },
  appNameTaken: {
    when: 'The name of another app of the same owner',
    about: ['tide'],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps', { ...newApp, name: 'tide' }),
  },
  organizationHasSubscriptions: {
    when: 'Deleting an organization to which subscriptions belong',
    provoke: async ({ call, db, ada }) => {
      const org = await insertOrganization(db, { [ada.id]: 'admin' })
      await sql`insert into subscription values ('sub-1', ${org.id}, 's', now(), now())`.execute(db)
      return call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}`)
    },
  },
  notAMember: {
    when: 'A user who is not there',
    about: ['bob@example.com', 'app'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'DELETE', '/v0.1/apps/ada/tide/users/bob@example.com'),
  },
  ownerStays: {
    when: 'Removing or changing the person who owns the app',
    provoke: ({ call, ada }) =>
      call(ada.token, 'DELETE', '/v0.1/apps/ada/tide/users/ada@example.com'),
  },
  rightsAreImplied: {
    when: 'Removing from an app somebody who reaches it as an admin of its organization',
    about: ['ada@example.com'],
    provoke: async ({ call, db, harbour, ada }) => {
      const app = await insertApp(db, harbour)
      return call(ada.token, 'DELETE', `${app.path}/users/ada@example.com`)
    },
  },
  lastManager: {
    when: 'Removing or demoting the last who can manage an app',
    about: ['eve@example.com'],
    provoke: async ({ call, db, disabled, eve }) => {
      const org = await insertOrganization(db, { [disabled.id]: 'admin', [eve.id]: 'member' })
      const app = await insertApp(db, org, { [eve.id]: 'manager' })
      return call(eve.token, 'DELETE', `${app.path}/users/eve@example.com`)
    },
  },
  lastAdmin: {
    when: 'Removing or demoting the last admin of an organization',
    about: ['ada'],
    provoke: ({ call, ada }) => call(ada.token, 'DELETE', '/v0.1/orgs/harbour/users/ada'),
  },
  lastManagerOfApps: {
    when: 'Removing from an organization the last who can manage some of its apps',
    about: ['eve', ['buoy']],
    provoke: async ({ call, db, disabled, eve }) => {
      const org = await insertOrganization(db, { [disabled.id]: 'admin', [eve.id]: 'member' })
      await insertApp(db, org, { [eve.id]: 'manager' }, 'buoy')
      return call(eve.token, 'DELETE', `/v0.1/orgs/${org.name}/users/eve`)
    },
  },
  transferNeedsOrganization: {
    when: 'Transferring an app to oneself; other people are not found',
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps/ada/tide/transfer/ada'),
  },
  ownsItAlready: {
    when: 'Transferring an app to whom it belongs',
    about: ['harbour'],
    provoke: async ({ call, db, harbour, ada }) => {
      const app = await insertApp(db, harbour)
      return call(ada.token, 'POST', `${app.path}/transfer/harbour`)
    },
  },
  noFreeName: {
    when: 'A transfer to a new organization finds every name near the app’s taken',
    about: ['pier'],
    provoke: async ({ call, db, ada }) => {
      await sql`insert into owner_name select case n when 1 then 'pier' else 'pier-' || n end,
                gen_random_uuid(), 'org' from generate_series(1, 20) as n`.execute(db)
      const app = await insertApp(db, { ...ada, kind: 'user' }, {}, 'pier')
      return call(ada.token, 'POST', `${app.path}/transfer_to_org`)
    },
  },
  alreadyAMember: {
    when: 'Inviting somebody who is there already',
    about: ['eve@example.com', 'app'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps/ada/tide/invitations', { user_email: 'eve@example.com' }),
  },
  invitationNotFound: {
    when: 'Changing or withdrawing an invitation that is not pending',
    about: ['bob@example.com'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'DELETE', '/v0.1/apps/ada/tide/invitations/bob@example.com'),
  },
  noSuchInvitation: {
    when: 'Answering an invitation that is not there, or is somebody else’s',
    provoke: ({ call, bob }) => call(bob.token, 'POST', '/v0.1/user/invitations/apps/x/accept'),
  },
  senderMayNotInvite: {
    when: 'Accepting an invitation whose sender may no longer grant what it promises',
    about: ['app'],
    provoke: async ({ call, db, harbour, bob, eve }) => {
      const app = await insertApp(db, harbour, { [eve.id]: 'manager' })
      await call(eve.token, 'POST', `${app.path}/invitations`, { user_email: bob.email })
      const [{ token }] = (await call(bob.token, 'GET', '/v0.1/user/invitations')).body
      await db.deleteFrom('app_member').where('app_id', '=', app.id).execute()
      return call(bob.token, 'POST', `/v0.1/user/invitations/apps/${token}/accept`)
    },
  },
  tokenLimitReached: {
    when: 'The 5001st token of an account',
    about: [5000],
    provoke: async ({ call, db, full }) => {
      await sql`update account set token_count = 5000 where id = ${full.id}`.execute(db)
      return call(full.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    },
  },
  tokenNotFound: {
    when: 'Revoking a token that is not there, or not the caller’s to revoke',
    provoke: ({ call, ada }) => call(ada.token, 'DELETE', '/v0.1/api_tokens/x'),
  },
  tokenFieldsMissing: {
    when: 'A new token without a name or an access type',
    about: [['description', 'scope']],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/api_tokens', {}),
  },
  expiryInThePast: {
    when: 'A token that would have expired already',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/api_tokens', {
        ...NEW_TOKEN,
        expires_at: '2020-01-01T00:00:00Z',
      }),
  },
  expiryTooLate: {
    when: 'A token that would outlive the one it is made with',
    about: [new Date('2990-01-01T00:00:00Z')],
    provoke: async ({ call, db, ada }) => {
      const expiresAt = new Date('2990-01-01T00:00:00Z')
      const { value } = await insertToken(db, { homeId: ada.id, expiresAt })
      return call(value, 'POST', '/v0.1/api_tokens', {
        ...NEW_TOKEN,
        expires_at: '2999-01-01T00:00:00Z',
      })
    },
  },
  brokenText: {
    when: 'A text with an unpaired surrogate',
    provoke: ({ call, ada }) => call(ada.token, 'PATCH', '/v0.1/user', { display_name: 'a\ud800' }),
  },
  expiryUnreadable: {
    when: 'An expiry that has the form of a time and is none',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/api_tokens', {
        ...NEW_TOKEN,
        expires_at: '2030-12-31T23:59:60Z',
      }),
  },
  ...pictureRefusals,
}

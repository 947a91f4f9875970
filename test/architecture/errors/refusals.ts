import { sql } from 'kysely'
import type * as areaErrors from '../../../src/areas/app-management/errors.ts'
import { revoke, whileHolding } from '../../support/database/locks.ts'
import type { Answer } from '../../support/http/http.ts'
import { NEW_TOKEN } from '../../support/http/http.ts'
import { insertToken } from '../../support/world/samples.ts'
import { insertApp, insertOrganization } from '../../support/world/world.ts'
import { nameRefusals } from './name-refusals.ts'
import type { Stage } from './refusal-stage.ts'

export type Refusal = Readonly<{
  when: string
  /** What the sentence is made of, as the provoked request has it. */
  about?: readonly unknown[]
  provoke: (stage: Stage) => Promise<Answer>
}>

/** Only `bootstrap` and the operator API say these. */
export type NotOverHttp = 'operatorExists' | 'adminNotFound'
/** Provoked with a trusted issuer, beside the other refusals of bearers. */
export type AtFirstSight = 'emailHeldByAnother' | 'emailUnusable'
type AreaRefusals = Record<
  Exclude<keyof typeof areaErrors, NotOverHttp> | keyof typeof nameRefusals,
  Refusal
>

const newApp = { display_name: 'New', os: 'Linux', platform: 'Custom' }

/** Every refusal of area A has its entry here, or this file does not compile. */
export const areaRefusals: AreaRefusals = {
  notServed: {
    when: 'An unknown path',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/apps/ada/tide/releasez'),
  },
  retiredNotServed: {
    when: 'An operation of the retired app platform that Binnacle [does not serve](operations.md)',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/apps/ada/tide/releases'),
  },
  appNotFound: {
    when: 'An app that does not exist, or that the token cannot access',
    provoke: ({ call, bob }) => call(bob.token, 'GET', '/v0.1/apps/ada/tide'),
  },
  organizationNotFound: {
    when: 'An organization that does not exist, or that the token cannot access',
    provoke: ({ call, ada }) => call(ada.token, 'GET', '/v0.1/orgs/nowhere'),
  },
  operationRetired: {
    when: 'An operation after its end date, with `LIFECYCLE` and `enforce`',
    about: ['analytics', new Date('2020-01-01T23:59:59Z')],
    provoke: ({ callRetired, ada }) =>
      callRetired(ada.token, 'GET', '/v0.1/apps/ada/tide/analytics/versions'),
  },
  lengthRequired: {
    when: 'A POST, PUT or PATCH request without a body',
    provoke: ({ sendEmpty, ada }) => sendEmpty(ada.token, 'POST', '/v0.1/api_tokens'),
  },
  userTokenRequired: {
    when: 'An app or organization token for an operation that needs a user token',
    about: ['app'],
    provoke: async ({ call, appToken }) => call(await appToken('all'), 'GET', '/v0.1/user'),
  },
  fullAccessRequired: {
    when: 'A Read-only token for an operation that changes data',
    provoke: async ({ call, appToken }) =>
      call(await appToken('viewer'), 'PATCH', '/v0.1/apps/ada/tide', {}),
  },
  roleRequired: {
    when: 'An insufficient role on the app or organization',
    about: ['manager', 'developer', 'all'],
    provoke: ({ call, eve }) => call(eve.token, 'PATCH', '/v0.1/apps/ada/tide', {}),
  },
  tokenEndedMeanwhile: {
    when: 'The token is revoked while the request is processed',
    provoke: async ({ call, db, ada }) => {
      const { id, value } = await insertToken(db, { homeId: ada.id })
      const [answer] = await whileHolding(db, revoke(id), [
        () => call(value, 'POST', '/v0.1/api_tokens', NEW_TOKEN),
      ])
      return answer as Answer
    },
  },
  fullAccessTokenNeedsManager: {
    when: 'A developer creates a Full access app token',
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
    when: 'A manager of an app invites a person to the organization with a role above member',
    provoke: async ({ call, db, harbour, eve }) => {
      const app = await insertApp(db, harbour, { [eve.id]: 'manager' })
      const body = { user_email: 'new@example.com', role: 'admin' }
      return call(eve.token, 'POST', `${app.path}/invitations`, body)
    },
  },
  ...nameRefusals,
  appNameTaken: {
    when: 'A name that another app of the same owner uses',
    about: ['tide'],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps', { ...newApp, name: 'tide' }),
  },
  organizationHasSubscriptions: {
    when: 'Deleting an organization that has subscriptions',
    provoke: async ({ call, db, ada }) => {
      const org = await insertOrganization(db, { [ada.id]: 'admin' })
      await sql`insert into subscription values ('sub-1', ${org.id}, 's', now(), now())`.execute(db)
      return call(ada.token, 'DELETE', `/v0.1/orgs/${org.name}`)
    },
  },
  notAMember: {
    when: 'A user who is not a member',
    about: ['bob@example.com', 'app'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'DELETE', '/v0.1/apps/ada/tide/users/bob@example.com'),
  },
  ownerStays: {
    when: 'Removing the owner of an app, or changing the role of the owner',
    provoke: ({ call, ada }) =>
      call(ada.token, 'DELETE', '/v0.1/apps/ada/tide/users/ada@example.com'),
  },
  rightsAreImplied: {
    when: 'Removing a person who has access to the app as an admin of its organization',
    about: ['ada@example.com'],
    provoke: async ({ call, db, harbour, ada }) => {
      const app = await insertApp(db, harbour)
      return call(ada.token, 'DELETE', `${app.path}/users/ada@example.com`)
    },
  },
  lastManager: {
    when: 'Removing or demoting the last manager of an app',
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
    when: 'Removing from an organization a person who is the last manager of one of its apps',
    about: ['eve', ['buoy']],
    provoke: async ({ call, db, disabled, eve }) => {
      const org = await insertOrganization(db, { [disabled.id]: 'admin', [eve.id]: 'member' })
      await insertApp(db, org, { [eve.id]: 'manager' }, 'buoy')
      return call(eve.token, 'DELETE', `/v0.1/orgs/${org.name}/users/eve`)
    },
  },
  transferNeedsOrganization: {
    when: 'Transferring an app to yourself; a transfer to another person returns 404',
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps/ada/tide/transfer/ada'),
  },
  ownsItAlready: {
    when: 'Transferring an app to its current owner',
    about: ['harbour'],
    provoke: async ({ call, db, harbour, ada }) => {
      const app = await insertApp(db, harbour)
      return call(ada.token, 'POST', `${app.path}/transfer/harbour`)
    },
  },
  noFreeName: {
    when: 'A transfer to a new organization, if every name similar to the name of the app is in use',
    about: ['pier'],
    provoke: async ({ call, db, ada }) => {
      await sql`insert into owner_name select case n when 1 then 'pier' else 'pier-' || n end,
                gen_random_uuid(), 'org' from generate_series(1, 20) as n`.execute(db)
      const app = await insertApp(db, { ...ada, kind: 'user' }, {}, 'pier')
      return call(ada.token, 'POST', `${app.path}/transfer_to_org`)
    },
  },
  alreadyAMember: {
    when: 'Inviting a person who is already a member',
    about: ['eve@example.com', 'app'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps/ada/tide/invitations', { user_email: 'eve@example.com' }),
  },
  invitationNotFound: {
    when: 'Changing or revoking an invitation that is not pending',
    about: ['bob@example.com'],
    provoke: ({ call, ada }) =>
      call(ada.token, 'DELETE', '/v0.1/apps/ada/tide/invitations/bob@example.com'),
  },
  noSuchInvitation: {
    when: 'Answering an invitation that does not exist or is for another person',
    provoke: ({ call, bob }) => call(bob.token, 'POST', '/v0.1/user/invitations/apps/x/accept'),
  },
  senderMayNotInvite: {
    when: 'Accepting an invitation whose sender no longer has permission to grant the role',
    about: ['app'],
    provoke: async ({ call, db, harbour, bob, eve }) => {
      const app = await insertApp(db, harbour, { [eve.id]: 'manager' })
      await call(eve.token, 'POST', `${app.path}/invitations`, { user_email: bob.email })
      const [{ token }] = (await call(bob.token, 'GET', '/v0.1/user/invitations')).body
      await db.deleteFrom('app_member').where('app_id', '=', app.id).execute()
      return call(bob.token, 'POST', `/v0.1/user/invitations/apps/${token}/accept`)
    },
  },
  linksOff: {
    when: 'An invitation link on an installation where nobody can sign in',
    // This server has no secret key.
    provoke: ({ callWithoutOrgTokens, ada }) =>
      callWithoutOrgTokens(
        ada.token,
        'POST',
        '/v0.1/apps/ada/tide/invitations/new@example.com/link',
        {},
      ),
  },
  tokenLimitReached: {
    when: 'The 5001st token of an account. The message also names the two least recently used ones that the caller can revoke',
    about: [5000, []],
    provoke: async ({ call, db, full }) => {
      await sql`update account set token_count = 5000 where id = ${full.id}`.execute(db)
      return call(full.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    },
  },
  tokenNotFound: {
    when: 'Revoking a token that does not exist or that the caller is not allowed to revoke',
    provoke: ({ call, ada }) => call(ada.token, 'DELETE', '/v0.1/api_tokens/x'),
  },
  tokenFieldsMissing: {
    when: 'A new token without a name or an access type',
    about: [['description', 'scope']],
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/api_tokens', {}),
  },
  expiryInThePast: {
    when: 'A new token with an `expires_at` in the past',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/api_tokens', {
        ...NEW_TOKEN,
        expires_at: '2020-01-01T00:00:00Z',
      }),
  },
  expiryTooLate: {
    when: 'A new token that would expire later than the token that creates it',
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
  expiryUnreadable: {
    when: 'An `expires_at` that is not a valid time',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/api_tokens', {
        ...NEW_TOKEN,
        expires_at: '2030-12-31T23:59:60Z',
      }),
  },
}

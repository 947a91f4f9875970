import { randomUUIDv7 } from 'node:crypto'
import type * as areaErrors from '../../../src/areas/app-management/errors.ts'
import type * as groupErrors from '../../../src/areas/app-management/operator/groups/errors.ts'
import type * as tokenErrors from '../../../src/areas/app-management/operator/tokens/errors.ts'
import type * as accountErrors from '../../../src/directory/accounts/errors.ts'
import type * as nameErrors from '../../../src/directory/accounts/names/errors.ts'
import type * as directoryErrors from '../../../src/directory/operators/errors.ts'
import type * as subscriptionErrors from '../../../src/directory/subscriptions/errors.ts'
import type * as identityErrors from '../../../src/identity/operator/errors.ts'
import { insertClient } from '../../support/http/signed-in.ts'
import { insertPerson } from '../../support/world/world.ts'
import { identityRefusals } from './identity-refusals.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'
import { roleRefusals } from './role-refusals.ts'

type Refusal = RefusalOn<ManagementStage>
type OfAreaA = Extract<
  keyof (typeof areaErrors & typeof accountErrors & typeof nameErrors),
  'accountNotFound' | 'emailTaken' | 'adminNotFound' | 'noFreedName'
>
/** Provoked by the callers of a subscription, or before an operation is reached. */
type Elsewhere =
  | 'subscriptionMissing'
  | 'subscriptionNotVisible'
  | 'roleTooLow'
  | 'operatorRequired'
type OfOperators = Exclude<
  keyof (typeof identityErrors & typeof subscriptionErrors & typeof directoryErrors),
  Elsewhere
>
/** The same code and message under the same name, in both. */
type OfTokens = Exclude<keyof typeof tokenErrors, OfOperators>
type OfGroups = keyof typeof groupErrors

const MOLE = { id: 'mole', display_name: 'Mole', flows: ['client-credentials'] }
const ID = '019a8b6e-0000-7000-8000-000000000000'
const AUTOMATION = { id: 'planner', display_name: 'Planner', flows: ['client-credentials'] }

/** What the operator API refuses before an operation is reached, whatever the operation. */
export const operatorGround: Record<string, Refusal> = {
  operatorRequired: {
    when: 'A caller who is not an operator',
    provoke: async ({ withBearer, forge, people, installation }) => {
      const account = { aud: `${installation.origin}/v0.1`, scope: 'account', client_id: 'portal' }
      return withBearer(await forge({ sub: people.rex.id, ...account }), '/operator/v1/accounts')
    },
  },
  clientRequestIdInvalid: {
    when: 'A change with an `x-ms-client-request-id` that is not valid',
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/events', {}, { 'x-ms-client-request-id': 'two words' }),
  },
  idempotencyKeyInvalid: {
    when: 'An `Idempotency-Key` that is not valid',
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/clients', AUTOMATION, { 'Idempotency-Key': 'two words' }),
  },
  keyOfAnotherRequest: {
    when: 'An `Idempotency-Key` that was already used with a different body',
    provoke: async ({ callAsOperator }) => {
      const [key, client] = [{ 'Idempotency-Key': 'one' }, { ...AUTOMATION, id: 'keyed' }]
      await callAsOperator('POST', '/clients', client, key)
      return callAsOperator('POST', '/clients', { ...client, display_name: 'Another' }, key)
    },
  },
  textUnstorable: {
    when: 'A body with NUL or an unpaired surrogate',
    provoke: ({ callAsOperator }) => callAsOperator('POST', '/accounts', { name: 'a\0' }),
  },
  bodyTooDeep: {
    when: 'A body with more than 32 levels of nesting',
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/accounts', JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)),
  },
  bodyInvalid: {
    when: 'A body or query that does not match the operation',
    provoke: ({ callAsOperator }) => callAsOperator('POST', '/accounts', {}),
  },
  nameUnknown: {
    when: 'A query parameter or body property that the operation does not accept',
    provoke: ({ callAsOperator }) => callAsOperator('GET', '/accounts?nmae=ada'),
  },
  cursorInvalid: {
    when: 'A skip token that was changed or belongs to another list',
    provoke: ({ callAsOperator }) => callAsOperator('GET', '/accounts?$skiptoken=x'),
  },
}

/** Every refusal of accounts, clients, subscriptions, tokens and audit, or this file does not compile. */
export const operatorRefusals: Record<OfOperators | OfTokens | OfGroups | OfAreaA, Refusal> = {
  accountNotFound: {
    when: 'An account that does not exist',
    about: [ID],
    provoke: ({ callAsOperator }) => callAsOperator('PATCH', `/accounts/${ID}`, { disabled: true }),
  },
  accountAlreadyCreated: {
    when: 'Retrying the creation of an account; its password link was shown in the first response',
    about: 'varies',
    provoke: async ({ callAsOperator }) => {
      const [key, account] = [
        { 'Idempotency-Key': 'two' },
        { name: 'finn', email: 'finn@example.com' },
      ]
      await callAsOperator('POST', '/accounts', account, key)
      return callAsOperator('POST', '/accounts', account, key)
    },
  },
  clientAlreadyCreated: {
    when: 'Retrying the creation of a service account; its secret was shown in the first response',
    about: ['repeated'],
    provoke: async ({ callAsOperator }) => {
      const [key, client] = [{ 'Idempotency-Key': 'three' }, { ...AUTOMATION, id: 'repeated' }]
      await callAsOperator('POST', '/clients', client, key)
      return callAsOperator('POST', '/clients', client, key)
    },
  },
  ...identityRefusals,
  ...roleRefusals,
  emailTaken: {
    when: 'An e-mail address that belongs to another account',
    about: ['ada@example.com'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/accounts', { name: 'new', email: 'ada@example.com' }),
  },
  lastOperator: {
    when: 'Disabling or demoting the last operator',
    provoke: async ({ callAsOperator, database }) => {
      const { id } = await database.db
        .selectFrom('account')
        .select('id')
        .where('is_operator', '=', true)
        .executeTakeFirstOrThrow()
      return callAsOperator('PATCH', `/accounts/${id}`, { is_operator: false })
    },
  },
  revokeWithoutDisabling: {
    when: '`revoke_tokens` without `disabled`',
    provoke: ({ callAsOperator, people }) =>
      callAsOperator('PATCH', `/accounts/${people.ada.id}`, { revoke_tokens: 'own' }),
  },
  signInOff: {
    when: 'A password reset, with `BUNDLED_SIGN_IN=false`',
    provoke: ({ callWithoutSignIn, people }) =>
      callWithoutSignIn('POST', `/accounts/${people.ada.id}/reset`),
  },
  noPasswordHere: {
    when: 'A password reset of an account that signs in with a trusted issuer',
    about: 'varies',
    provoke: async ({ callAsOperator, addForeigner }) =>
      callAsOperator('POST', `/accounts/${await addForeigner()}/reset`),
  },
  accountNotDisabled: {
    when: 'Erasing an account that is not disabled',
    about: 'varies',
    provoke: ({ callAsOperator, people }) =>
      callAsOperator('POST', `/accounts/${people.ada.id}/erase`),
  },
  accountErased: {
    when: 'Changing an account that was erased',
    about: 'varies',
    provoke: async ({ callAsOperator, installation }) => {
      const { id } = await insertPerson(installation.db())
      await callAsOperator('PATCH', `/accounts/${id}`, { disabled: true })
      await callAsOperator('POST', `/accounts/${id}/erase`)
      return callAsOperator('PATCH', `/accounts/${id}`, { disabled: false })
    },
  },
  personRequired: {
    when: 'A service account that changes or resets accounts, or makes a client an operator',
    provoke: ({ callAsService, people }) =>
      callAsService('PATCH', `/accounts/${people.ada.id}`, { disabled: true }),
  },
  clientNotFound: {
    when: 'A client that does not exist',
    about: ['lamp'],
    provoke: ({ callAsOperator }) => callAsOperator('PATCH', '/clients/lamp', { disabled: true }),
  },
  clientExists: {
    when: 'A client id that is already in use',
    about: ['robot'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/clients', { ...AUTOMATION, id: 'robot' }),
  },
  invalidRedirectUri: {
    when: 'A redirect URI that is neither https nor loopback',
    about: ['http://client.example/back'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/clients', {
        id: 'spa',
        display_name: 'Page',
        flows: ['code'],
        redirect_uris: ['http://client.example/back'],
      }),
  },
  redirectUrisDoNotFit: {
    when: 'A flow without the redirect URI that it requires, or with a redirect URI that it does not use',
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/clients', { id: 'spa', display_name: 'Page', flows: ['code'] }),
  },
  secretNotUsed: {
    when: 'Creating a secret for a client without `client-credentials`',
    about: ['site'],
    provoke: ({ callAsOperator }) => callAsOperator('POST', '/clients/site/secret'),
  },
  previousSecretExists: {
    when: 'Creating a third secret',
    about: ['mole'],
    provoke: async ({ callAsOperator }) => {
      await callAsOperator('POST', '/clients', MOLE)
      await callAsOperator('POST', '/clients/mole/secrets')
      return callAsOperator('POST', '/clients/mole/secrets')
    },
  },
  previousSecretNotFound: {
    when: 'Deleting a previous secret that does not exist',
    about: ['site'],
    provoke: ({ callAsOperator }) => callAsOperator('DELETE', '/clients/site/secrets/previous'),
  },
  noServiceAccount: {
    when: 'Granting the operator role to a client without `client-credentials`',
    about: ['site'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('PATCH', '/clients/site', { is_operator: true }),
  },
  secretHolderNoOperator: {
    when: 'Granting the operator role to a client whose secret may be known to someone who is not an operator',
    about: ['buoy'],
    provoke: async ({ callAsOperator, database }) => {
      const secret = { principalId: randomUUIDv7(), secret: 'y'.repeat(43) }
      await insertClient(database.db, 'buoy', ['client-credentials'], secret)
      return callAsOperator('PATCH', '/clients/buoy', { is_operator: true })
    },
  },
  subscriptionNotFound: {
    when: 'A subscription that does not exist',
    about: ['sub-z'],
    provoke: ({ callAsOperator }) => callAsOperator('GET', '/subscriptions/sub-z'),
  },
  subscriptionExists: {
    when: 'A subscription id that is already in use',
    about: ['sub-a'],
    provoke: async ({ callAsOperator, people }) => {
      const organization = { name: `harbour`, admin_id: people.ada.id }
      const { body } = await callAsOperator('POST', '/organizations', organization)
      const input = { id: 'sub-a', organization_id: body.id, display_name: 'Tide tables' }
      return callAsOperator('POST', '/subscriptions', input)
    },
  },
  organizationNotFound: {
    when: 'An organization that does not exist',
    about: [ID],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/subscriptions', {
        organization_id: ID,
        display_name: 'Tide tables',
      }),
  },
  adminNotFound: {
    when: 'A new organization whose admin does not exist',
    about: [ID],
    provoke: ({ callAsOperator }) =>
      callAsOperator('POST', '/organizations', { name: 'pilots', admin_id: ID }),
  },
  noFreedName: {
    when: 'Releasing a name that is not reserved',
    about: ['harbour-lights'],
    provoke: ({ callAsOperator }) => callAsOperator('DELETE', '/freed-names/harbour-lights'),
  },
  invalidTime: {
    when: 'An invalid time in `from` or `to` of the audit trail',
    about: ['from'],
    provoke: ({ callAsOperator }) =>
      callAsOperator('GET', '/audit?scope=platform&from=2026-06-30T23:59:60Z'),
  },
  appNotFound: {
    when: 'Requesting the tokens of an app that does not exist',
    about: ['ada', 'lamp'],
    provoke: ({ callAsOperator }) => callAsOperator('GET', '/apps/ada/lamp/tokens'),
  },
  tokenNotFound: {
    when: 'An API token that does not exist or is already revoked',
    about: [ID],
    provoke: ({ callAsOperator, people }) =>
      callAsOperator('DELETE', `/accounts/${people.ada.id}/tokens/${ID}`),
  },
}

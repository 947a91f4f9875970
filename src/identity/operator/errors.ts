import { RequestError } from '../../platform/errors.ts'

const notFound = (code: string, message: string) => new RequestError('not-found', code, message)
const conflict = (code: string, message: string) => new RequestError('conflict', code, message)
const invalid = (code: string, message: string) => new RequestError('invalid', code, message)

export const accountNotFound = (id: string) =>
  notFound('AccountNotFound', `There is no account ${id}. List them at /operator/v1/accounts.`)

export const lastOperator = () =>
  conflict(
    'LastOperator',
    'This is the last operator who can sign in. Make somebody else an operator first.',
  )

export const revokeWithoutDisabling = () =>
  invalid(
    'InvalidRequestBody',
    'revoke_tokens says which API tokens end when an account is disabled. Send it together with "disabled": true.',
  )

export const signInOff = () =>
  conflict(
    'SignInOff',
    'The bundled sign-in is off, so there are no passwords to set. It runs with SECRET_KEY_FILE set and BUNDLED_SIGN_IN not false. To end what an account has open, sign it out: POST /operator/v1/accounts/{account_id}/sign-out.',
  )

export const noPasswordHere = (issuers: readonly string[]) =>
  conflict(
    'NoPasswordHere',
    `This account signs in with ${issuers.join(' and ')} and has no password here; it is reset there. To end what it has open here, sign it out: POST /operator/v1/accounts/{account_id}/sign-out.`,
  )

export const clientNotFound = (id: string) =>
  notFound('ClientNotFound', `There is no client ${id}. List them at /operator/v1/clients.`)

export const clientExists = (id: string) =>
  conflict('ClientExists', `There is a client ${id} already. Choose another id.`)

export const invalidRedirectUri = (uri: string) =>
  invalid(
    'InvalidRedirectUri',
    `${uri} cannot be a redirect URI. Use https, or http on a loopback address, without a fragment.`,
  )

export const redirectUrisDoNotFit = () =>
  invalid(
    'InvalidRedirectUri',
    'The flows implicit and code need a redirect URI, and client-credentials alone takes none.',
  )

export const secretNotUsed = (id: string) =>
  conflict('SecretNotUsed', `The client ${id} has no secret. Only client-credentials has one.`)

export const noServiceAccount = (id: string) =>
  invalid(
    'NoServiceAccount',
    `The client ${id} does not act for itself: it has no client-credentials flow. Make the people who use it operators instead.`,
  )

export const secretHolderNoOperator = (id: string) =>
  conflict(
    'SecretHolderNoOperator',
    `Whoever was shown the secret of the client ${id} is not known to be an operator, and would become one with it. Make a new secret first: POST /operator/v1/clients/${id}/secret.`,
  )

export const personRequired = () =>
  new RequestError(
    'forbidden',
    'PersonRequired',
    'A service account may not change or reset accounts, nor make a client an operator. An operator who is signed in can.',
  )

export const subscriptionNotFound = (id: string) =>
  notFound(
    'SubscriptionNotFound',
    `There is no subscription ${id}. List them at /operator/v1/subscriptions.`,
  )

export const subscriptionExists = (id: string) =>
  conflict('SubscriptionExists', `There is a subscription ${id} already. Choose another id.`)

export const organizationNotFound = (id: string) =>
  notFound(
    'OrganizationNotFound',
    `There is no organization ${id}. List them at /operator/v1/organizations.`,
  )

export const principalNotFound = (id: string) =>
  notFound(
    'PrincipalNotFound',
    `${id} is neither an account nor a service account. Use the id of an account, or the principal_id of a client.`,
  )

export const roleNotFound = (id: string) =>
  notFound('RoleNotFound', `${id} has no role on this subscription.`)

export const invalidTime = (name: string) =>
  invalid(
    'InvalidParameter',
    `${name} is not a time. Send one between the years 1 and 9999, such as 2026-06-11T00:00:00Z.`,
  )

import { RequestError } from '../../platform/errors.ts'

const notFound = (code: string, message: string) => new RequestError('not-found', code, message)
const conflict = (code: string, message: string) => new RequestError('conflict', code, message)
const invalid = (code: string, message: string) => new RequestError('invalid', code, message)

export const accountAlreadyCreated = (id: string) =>
  conflict(
    'AlreadyCreated',
    `An earlier request with this key created the account ${id}. The link to set its password was in that response and is not shown again. To get a new link, reset the account: POST /operator/v1/accounts/${id}/reset.`,
  )

export const clientAlreadyCreated = (id: string) =>
  conflict(
    'AlreadyCreated',
    `An earlier request with this key created the client ${id}. Its secret was in that response and is not shown again. To get a new secret, send POST /operator/v1/clients/${id}/secret.`,
  )

export const accountNotDisabled = (id: string) =>
  conflict(
    'AccountNotDisabled',
    `The account ${id} is not disabled, and only disabled accounts can be erased. Disable it first: PATCH /operator/v1/accounts/${id} with "disabled": true.`,
  )

export const accountErased = (id: string) =>
  conflict(
    'AccountErased',
    `The account ${id} was erased, so it cannot be changed. Create a new account for the person.`,
  )

export const lastOperator = () =>
  conflict(
    'LastOperator',
    'This is the last operator who can sign in. Make another account an operator first.',
  )

export const revokeWithoutDisabling = () =>
  invalid(
    'InvalidRequestBody',
    'revoke_tokens selects the API tokens to revoke when an account is disabled. Send it together with "disabled": true.',
  )

export const signInOff = () =>
  conflict(
    'SignInOff',
    'The bundled sign-in is off, so accounts have no passwords. To turn it on, set SECRET_KEY_FILE and do not set BUNDLED_SIGN_IN to false. To end the sessions of an account, sign it out: POST /operator/v1/accounts/{account_id}/sign-out.',
  )

export const noPasswordHere = (issuers: readonly string[]) =>
  conflict(
    'NoPasswordHere',
    `This account signs in with ${issuers.join(' and ')} and has no password in Binnacle. Reset the password at the issuer. To end the sessions of the account in Binnacle, sign it out: POST /operator/v1/accounts/{account_id}/sign-out.`,
  )

export const issuerNotTrusted = (issuer: string) =>
  invalid(
    'IssuerNotTrusted',
    `${issuer} is not a trusted issuer of this installation. Use one of the issuers in TRUSTED_ISSUERS, exactly as it is written there.`,
  )

export const identityTaken = (accountId: string) =>
  conflict(
    'IdentityTaken',
    `This identity belongs to the account ${accountId}. Disconnect it there first: DELETE /operator/v1/accounts/${accountId}/identities.`,
  )

export const tooManyIdentities = (most: number) =>
  conflict(
    'TooManyIdentities',
    `An account can have at most ${most} identities. First disconnect an identity that is no longer used.`,
  )

export const identityNotFound = (accountId: string) =>
  notFound(
    'IdentityNotFound',
    `The account does not have this identity. List its identities at /operator/v1/accounts/${accountId}/identities.`,
  )

export const clientNotFound = (id: string) =>
  notFound(
    'ClientNotFound',
    `The client "${id}" does not exist. List the clients at /operator/v1/clients.`,
  )

export const clientExists = (id: string) =>
  conflict('ClientExists', `A client with the id "${id}" already exists. Choose another id.`)

export const invalidRedirectUri = (uri: string) =>
  invalid(
    'InvalidRedirectUri',
    `${uri} is not a valid redirect URI. Use https, or http with a loopback address, without a fragment.`,
  )

export const redirectUrisDoNotFit = () =>
  invalid(
    'InvalidRedirectUri',
    'The implicit and code flows require a redirect URI. A client that uses only the client-credentials flow must not have one.',
  )

export const secretNotUsed = (id: string) =>
  conflict(
    'SecretNotUsed',
    `The client "${id}" has no secret. Only clients that use the client-credentials flow have one. Create another client to use that flow.`,
  )

export const previousSecretExists = (id: string) =>
  conflict(
    'PreviousSecretExists',
    `The client "${id}" already has two secrets. When it uses the newest one, delete the previous one: DELETE /operator/v1/clients/${id}/secrets/previous. If the newest one is lost, replace both: POST /operator/v1/clients/${id}/secret.`,
  )

export const previousSecretNotFound = (id: string) =>
  notFound('PreviousSecretNotFound', `The client "${id}" has no previous secret.`)

export const noServiceAccount = (id: string) =>
  invalid(
    'NoServiceAccount',
    `The client "${id}" does not use the client-credentials flow, so it cannot be an operator. Grant the operator role to the accounts that use the client instead.`,
  )

export const secretHolderNoOperator = (id: string) =>
  conflict(
    'SecretHolderNoOperator',
    `The secret of the client ${id} may be known to an account that is not an operator. Create a new secret first: POST /operator/v1/clients/${id}/secret.`,
  )

export const personRequired = () =>
  new RequestError(
    'forbidden',
    'PersonRequired',
    'A service account cannot change or reset accounts or their identities, or make a client an operator. Sign in as an operator instead.',
  )

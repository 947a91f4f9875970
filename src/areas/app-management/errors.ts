import type { Caller, TokenAccess, TokenKind } from '../../directory/caller.ts'
import { RequestError } from '../../platform/errors.ts'

/** `Not Found`: an address leads nowhere. `NotFound`: an operation looked for something that is not there. */
const noAddress = (message: string) => new RequestError('not-found', 'Not Found', message)
const notThere = (message: string) => new RequestError('not-found', 'NotFound', message)
const forbidden = (message: string) => new RequestError('forbidden', 'Forbidden', message)
const invalid = (message: string) => new RequestError('invalid', 'BadRequest', message)
const conflict = (message: string) => new RequestError('conflict', 'Conflict', message)

// Addresses

export const notServed = () =>
  noAddress('Binnacle does not have this operation. See the list of operations at /explorer.')

/** Of the retired product, as published clients call it: no other spelling would be found. */
export const retiredNotServed = () =>
  new RequestError(
    'not-found',
    'OperationNotServed',
    'Binnacle does not have this operation. It belonged to a feature that was retired with the original product. See the list of operations at /explorer.',
  )

export const appNotFound = () =>
  noAddress(
    'The app does not exist, or this token does not have access to it. Check the names of the owner and the app, and check that the creator of the token is a member.',
  )

export const organizationNotFound = () =>
  noAddress(
    'The organization does not exist, or this token does not have access to it. Check the name, and check that the creator of the token is a member.',
  )

export const operationRetired = (feature: string, since: Date) =>
  new RequestError(
    'gone',
    'Gone',
    `The ${feature} feature was retired on ${since.toISOString().slice(0, 10)} and is no longer available. Ask your administrator what replaces it.`,
  )

export const lengthRequired = () =>
  new RequestError(
    'length-required',
    'LengthRequired',
    'A POST, PUT or PATCH request must have a body. Send {} for an empty body, with its Content-Length. To support published clients that send Content-Length: 0, your administrator can set COMPATIBLE_CLIENTS=true.',
  )

// Rights

export const userTokenRequired = (kind: Caller['kind']) =>
  forbidden(
    `${KINDS[kind]} cannot be used for this operation. Use a user token from a user who has permission.`,
  )

const KINDS = {
  user: 'A user token',
  app: 'An app token',
  org: 'An organization token',
  service: 'A service account',
}

export const fullAccessRequired = () =>
  forbidden('This token is Read-only, and this operation changes data. Use a Full access token.')

export const roleRequired = (needed: string, found: string, access: TokenAccess) => {
  const { on, phrase, whom } = ROLES[needed] ?? ROLES.manager
  const holder =
    access === 'viewer'
      ? `This token is Read-only and has the role ${found} on this ${on}`
      : `Your role on this ${on} is ${found}`
  return forbidden(`${holder}, but this operation requires ${phrase}. Ask ${whom}.`)
}

type RoleWords = Readonly<{ on: string; phrase: string; whom: string }>

const ROLES: Record<string, RoleWords> & { manager: RoleWords } = {
  developer: { on: 'app', phrase: 'the role developer or manager', whom: 'a manager of the app' },
  manager: { on: 'app', phrase: 'the role manager', whom: 'a manager of the app' },
  owner: {
    on: 'app',
    phrase: 'the owner of the app or an admin of its organization',
    whom: 'one of them',
  },
  admin: { on: 'organization', phrase: 'the role admin', whom: 'an admin of the organization' },
}

export const tokenEndedMeanwhile = () =>
  new RequestError(
    'unauthenticated',
    'Unauthorized',
    'This API token was revoked or expired while the request was processed. Nothing was changed. Use another token.',
  )

export const fullAccessTokenNeedsManager = () =>
  forbidden(
    'Only a manager of the app can create a Full access token for it. Create a Read-only token with "scope": ["viewer"], or ask a manager.',
  )

export const creatorMayNotGrant = () =>
  forbidden(
    'An app token manages members, roles and invitations on behalf of its creator, and the creator of this app token can no longer manage the app. Use a token that a manager of the app created.',
  )

export const organizationRoleNeedsAdmin = () =>
  forbidden(
    'Only an admin of the organization can invite a person with a role above member. Omit role, or ask an admin.',
  )

// Names

export const operatorExists = (name: string) =>
  conflict(
    `An operator already exists: ${name}. The bootstrap command creates only the first operator. Ask ${name} to add others. If ${name} cannot sign in, run: binnacle sign-in-link --name ${name}`,
  )

export const appNameTaken = (name: string) =>
  conflict(`This owner already has an app named ${name}. Choose another name.`)

export const organizationHasSubscriptions = () =>
  conflict(
    'This organization has subscriptions, so it cannot be deleted. Subscriptions can be neither moved nor deleted.',
  )

// Members

export const notAMember = (who: string, resource: 'app' | 'organization') =>
  notThere(`${who} is not a member of this ${resource}. See its members at …/users.`)

export const ownerStays = () =>
  conflict(
    'This person owns the app and is always its manager. Transfer the app to an organization first.',
  )

export const rightsAreImplied = (who: string) =>
  conflict(
    `${who} manages this app as an admin of its organization. Change the role in the organization instead.`,
  )

export const lastManager = (who: string) =>
  conflict(
    `${who} is the last manager of this app. Make another person a manager first, or delete the app.`,
  )

export const lastAdmin = (who: string) =>
  conflict(
    `${who} is the last admin of this organization. Make another person an admin first, or delete the organization.`,
  )

export const lastManagerOfApps = (who: string, apps: readonly string[]) =>
  conflict(
    `${who} is the last manager of ${apps.slice(0, 5).join(', ')}${apps.length > 5 ? ' and other apps' : ''}. Make another person a manager of each app first.`,
  )

export const transferNeedsOrganization = () =>
  conflict(
    'You can transfer an app only to an organization, not to yourself or another person. Choose an organization of which you are an admin.',
  )

export const ownsItAlready = (owner: string) =>
  conflict(`This app already belongs to ${owner}. Choose another organization.`)

export const noFreeName = (name: string) =>
  conflict(
    `No unused organization name similar to ${name} was found. Create an organization, then transfer the app to it.`,
  )

// Invitations

export const alreadyAMember = (email: string, resource: 'app' | 'organization') =>
  conflict(`${email} is already a member of this ${resource}. Change their role instead.`)

export const invitationNotFound = (email: string) =>
  notThere(
    `There is no pending invitation for ${email}. An invitation is pending until it is accepted, rejected or revoked, or until it expires after 30 days. If the person has already joined, use …/users.`,
  )

export const noSuchInvitation = () =>
  notThere(
    'This account does not have this invitation. It may have expired, or may have been revoked or answered. See your invitations at /v0.1/user/invitations.',
  )

export const senderMayNotInvite = (resource: 'app' | 'organization') =>
  conflict(
    `The person who sent this invitation no longer has permission to grant this role. Ask ${resource === 'app' ? 'a manager of the app' : 'an admin of the organization'} to invite you again.`,
  )

export const linksOff = () =>
  conflict(
    'Nobody can sign in to this installation, so an invitation link would not work. Ask the person to accept the invitation at /v0.1/user/invitations, or ask an operator to set SECRET_KEY_FILE.',
  )

// Tokens

type NamedToken = Readonly<Record<'id' | 'description' | 'owner', string>> &
  Readonly<{ kind: TokenKind; app: string | null }>

/** `leastUsed`: which to revoke, as the person knows them. */
export const tokenLimitReached = (limit: number, leastUsed: readonly NamedToken[]) =>
  conflict(
    `This account has ${limit} API tokens, which is the limit. Revoke a token that you no longer need.${
      leastUsed.length > 0
        ? ` Least recently used: ${leastUsed.map(describeToken).join('; ')}.`
        : ''
    }`,
  )

function describeToken({ id, description, kind, owner, app }: NamedToken): string {
  const home = { user: 'your account', org: owner, app: `${owner}/${app}` }[kind]
  return `“${description.trim() || 'Unnamed token'}” (${id}) of ${home}`
}

export const tokenNotFound = () =>
  notThere(
    'The token does not exist, or you do not have permission to revoke it. List the tokens to see their ids.',
  )

export const tokenFieldsMissing = (missing: readonly string[]) =>
  invalid(
    `Missing: ${missing.join(' and ')}. An API token needs a description, which is its name, and a scope: ["all"] for Full access or ["viewer"] for Read-only. To support published clients that do not send them, your administrator can set COMPATIBLE_CLIENTS=true.`,
  )

export const expiryUnreadable = () =>
  invalid('expires_at is not a valid time. Send a time such as 2030-12-31T23:59:59Z.')

export const expiryInThePast = () =>
  invalid('expires_at is in the past. Send a later time, or omit it.')

export const expiryTooLate = (latest: Date) =>
  invalid(
    `A token cannot expire later than the token that creates it, which expires at ${latest.toISOString()}. Send an earlier expires_at, or omit it.`,
  )

// Operators

export const adminNotFound = (id: string) =>
  notThere(
    `The account ${id} does not exist, so it cannot be the admin. List the accounts at /operator/v1/accounts.`,
  )

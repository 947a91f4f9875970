import { RequestError } from '../../platform/errors.ts'

/** `Not Found`: an address leads nowhere. `NotFound`: an operation looked for something that is not there. */
const noAddress = (message: string) => new RequestError('not-found', 'Not Found', message)
const notThere = (message: string) => new RequestError('not-found', 'NotFound', message)
const forbidden = (message: string) => new RequestError('forbidden', 'Forbidden', message)
const invalid = (message: string) => new RequestError('invalid', 'BadRequest', message)
const conflict = (message: string) => new RequestError('conflict', 'Conflict', message)

// Addresses

export const notServed = () =>
  noAddress('This operation is not part of Binnacle. What it serves is listed at /explorer.')

export const appNotFound = () =>
  noAddress(
    'There is no such app, or this token cannot see it. Check the names of owner and app, and that whoever made the token is a member.',
  )

export const organizationNotFound = () =>
  noAddress(
    'There is no such organization, or this token cannot see it. Check its name, and that whoever made the token is a member.',
  )

export const operationRetired = (feature: string, since: Date) =>
  new RequestError(
    'gone',
    'Gone',
    `The ${feature} feature was retired on ${since.toISOString().slice(0, 10)} and is no longer served here. Ask whoever runs this service what takes its place.`,
  )

export const lengthRequired = () =>
  new RequestError(
    'length-required',
    'LengthRequired',
    'A POST, PUT or PATCH needs a body. Send {} for an empty one, with its Content-Length. For published clients that send Content-Length: 0, your administrator can set COMPATIBLE_CLIENTS=true.',
  )

export const brokenText = () =>
  invalid(
    'The request holds half of a character (an unpaired surrogate), which no text may hold. Leave it out.',
  )

// Rights

export const userTokenRequired = (kind: 'user' | 'app' | 'org' | 'service') =>
  forbidden(`${KINDS[kind]} cannot do this. Use a user token of somebody who may.`)

const KINDS = {
  user: 'A user token',
  app: 'An app token',
  org: 'An organization token',
  service: 'A service account',
}

export const fullAccessRequired = () =>
  forbidden(
    'This token is Read-only, and this operation changes something. Use a Full access token.',
  )

export const roleRequired = (needed: string, found: string, access: 'all' | 'viewer') => {
  const { place, phrase, whom } = ROLES[needed] ?? ROLES.manager
  const holder =
    access === 'viewer'
      ? `This token is Read-only and counts as ${found} of this ${place}`
      : `Your role on this ${place} is ${found}`
  return forbidden(`${holder}, and this needs ${phrase}. Ask ${whom}.`)
}

type RoleWords = Readonly<{ place: string; phrase: string; whom: string }>

const ROLES: Record<string, RoleWords> & { manager: RoleWords } = {
  developer: { place: 'app', phrase: 'a developer or manager', whom: 'a manager of the app' },
  manager: { place: 'app', phrase: 'a manager', whom: 'a manager of the app' },
  owner: {
    place: 'app',
    phrase: 'its owner, or an admin of the organization it belongs to',
    whom: 'one of them',
  },
  admin: { place: 'organization', phrase: 'an admin', whom: 'an admin of the organization' },
}

export const tokenEndedMeanwhile = () =>
  new RequestError(
    'unauthenticated',
    'Unauthorized',
    'This API token was revoked or has expired while the request was under way. Nothing was changed. Use another token.',
  )

export const fullAccessTokenNeedsManager = () =>
  forbidden(
    'Only a manager of the app can create a Full access token for it. Ask for a Read-only one with "scope": ["viewer"], or ask a manager.',
  )

export const creatorMayNotGrant = () =>
  forbidden(
    'Members, roles and invitations that an app token grants count as granted by its creator, and the creator of this app token can no longer manage the app. Use a token that a manager of the app created.',
  )

export const organizationRoleNeedsAdmin = () =>
  forbidden(
    'Only an admin of the organization can invite somebody as more than a member of it. Leave role out, or ask an admin.',
  )

// Names and accounts

export const invalidName = (name: string) =>
  invalid(
    `${name} cannot be a name. Use 1 to 100 letters, digits, hyphens, underscores or dots; not a hyphen first, and not dots alone.`,
  )

export const noNameFound = () =>
  invalid(
    'No name was sent, and none can be made from display_name. Send a name of letters, digits, hyphens, underscores or dots.',
  )

export const blankDisplayName = () =>
  invalid('display_name holds only white space. Give it at least one visible character.')

export const invalidEmail = (email: string) =>
  invalid(`${email} is not an e-mail address. Send one like ada@example.com.`)

export const nameTaken = (name: string) =>
  conflict(`The name ${name} is taken by another user or organization. Choose another one.`)

export const nameFreedLately = (name: string, until: Date) =>
  conflict(
    `The name ${name} was given up by its owner and is kept for them until ${until.toISOString().slice(0, 10)}. Choose another one, or ask an operator to release it.`,
  )

export const keptNamesLimitReached = (limit: number) =>
  conflict(
    `This organization keeps ${limit} earlier names, which is the limit. Go back to one of them, wait until one is no longer kept, or ask an operator to release one.`,
  )

export const emailTaken = (email: string) =>
  conflict(`The e-mail ${email} belongs to another account.`)

export const emailUnusable = (email: string, issuer: string) =>
  new RequestError(
    'forbidden',
    'AccountNotAdmitted',
    `${issuer} says your e-mail is ${email}, which is no e-mail address. Have it corrected there.`,
  )

export const emailHeldByAnother = (email: string, issuer: string) =>
  new RequestError(
    'forbidden',
    'AccountNotAdmitted',
    `The e-mail ${email} belongs to another account, so nobody can come with it from ${issuer}. An operator frees it by giving that account another one: PATCH /operator/v1/accounts/{account_id} with email.`,
  )

export const operatorExists = (name: string) =>
  conflict(
    `There is an operator already: ${name}. Bootstrap makes only the first one; ask ${name} for more. A link to set a password: binnacle password-link --name ${name}`,
  )

export const appNameTaken = (name: string) =>
  conflict(`This owner has an app named ${name} already. Choose another name.`)

export const organizationHasSubscriptions = () =>
  conflict(
    'Subscriptions belong to this organization. Ask whoever runs this service to move or end them, then delete it.',
  )

// Members

export const notAMember = (who: string, place: 'app' | 'organization') =>
  notThere(`${who} is not a member of this ${place}. Its users are listed at …/users.`)

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
    `${who} is the last who can manage this app. Make somebody else a manager first, or delete the app.`,
  )

export const lastAdmin = (who: string) =>
  conflict(
    `${who} is the last admin of this organization. Make somebody else an admin first, or delete the organization.`,
  )

export const lastManagerOfApps = (who: string, apps: readonly string[]) =>
  conflict(
    `${who} is the last who can manage ${apps.slice(0, 5).join(', ')}${apps.length > 5 ? ' and more' : ''}. Give these apps another manager first.`,
  )

export const transferNeedsOrganization = () =>
  conflict(
    'An app can be transferred to an organization only, not to yourself or another person. Name an organization of which you are an admin.',
  )

export const ownsItAlready = (owner: string) =>
  conflict(`This app belongs to ${owner} already. Name another organization.`)

export const noFreeName = (name: string) =>
  conflict(
    `No free name for an organization was found near ${name}. Create an organization, then transfer the app to it.`,
  )

// Invitations

export const alreadyAMember = (email: string, place: 'app' | 'organization') =>
  conflict(`${email} is a member of this ${place} already. Change their role instead.`)

export const invitationNotFound = (email: string) =>
  notThere(
    `No invitation of ${email} is pending here. Invitations end after 30 days, or when they are answered; for somebody who has joined, use …/users.`,
  )

export const noSuchInvitation = () =>
  notThere(
    'There is no such invitation for this account. It may have been withdrawn, answered or be older than 30 days; see /v0.1/user/invitations.',
  )

export const senderMayNotInvite = (place: 'app' | 'organization') =>
  conflict(
    `The person who sent this invitation may no longer grant what it promises. Ask ${place === 'app' ? 'a manager of the app' : 'an admin of the organization'} to invite you again.`,
  )

// Tokens

export const tokenLimitReached = (limit: number) =>
  conflict(
    `This account has created ${limit} API tokens, which is the limit. Revoke one that is no longer needed.`,
  )

export const tokenNotFound = () =>
  notThere(
    'There is no such token here, or it is not yours to revoke. List the tokens to see their ids.',
  )

export const tokenFieldsMissing = (missing: readonly string[]) =>
  invalid(
    `This request lacks ${missing.join(' and ')}. An API token needs a description, which is its name, and a scope: ["all"] for Full access or ["viewer"] for Read-only. For published clients that do not send them, your administrator can set COMPATIBLE_CLIENTS=true.`,
  )

export const expiryUnreadable = () =>
  invalid('expires_at is not a time. Send one like 2030-12-31T23:59:59Z.')

export const expiryInThePast = () =>
  invalid('expires_at lies in the past. Give a later time, or leave it out.')

export const expiryTooLate = (latest: Date) =>
  invalid(
    `A token cannot outlive the one it is made with, which expires at ${latest.toISOString()}. Give an earlier expires_at, or leave it out.`,
  )

// Pictures

export const pictureMissing = () =>
  invalid('The request carries no picture. Send it as multipart/form-data, in a part named avatar.')

export const formUnreadable = (cause: unknown) =>
  new RequestError(
    'invalid',
    'BadRequest',
    'The form cannot be read: its parts do not fit its boundary, or it was cut off. Send it again as multipart/form-data.',
    { cause },
  )

export const tooManyParts = (most: number) =>
  invalid(`The form has more than ${most} parts. Send the picture alone, in a part named avatar.`)

export const partHeadersTooLong = () =>
  invalid('The headers of a part of the form are longer than 4 KiB. Send shorter ones.')

export const notAPicture = () =>
  invalid('The file is no picture that can be shown. Send a PNG, JPEG, GIF or WebP.')

export const pictureTooLarge = () =>
  invalid('The picture is larger than 1 MiB. Send a smaller one.')

export const tooManyPictures = (retryAfterSeconds: number) =>
  new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `Your address has asked for too many pictures. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  )

// Operators

export const noFreedName = (name: string) =>
  notThere(`The name ${name} is not kept for anybody. It is in use, or free already.`)

export const adminNotFound = (id: string) =>
  notThere(`There is no account ${id} to administer it. List accounts at /operator/v1/accounts.`)

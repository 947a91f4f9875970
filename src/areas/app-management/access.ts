import { accessOf, type Caller, type TokenKind } from '../../platform/caller.ts'
import type { RequestError } from '../../platform/errors.ts'
import {
  appNotFound,
  fullAccessRequired,
  organizationNotFound,
  roleRequired,
  userTokenRequired,
} from './errors.ts'

/** From the least to the most. `owner`: the person the app belongs to, or an admin of its organization. */
const APP_ROLES = ['viewer', 'developer', 'manager', 'owner'] as const
const ORGANIZATION_ROLES = ['member', 'collaborator', 'admin'] as const
export type AppRank = (typeof APP_ROLES)[number]
export type OrganizationRank = (typeof ORGANIZATION_ROLES)[number]

type Demand = Readonly<{
  /** What the path names, and the least role there. Who has no role there does not find it. */
  app?: AppRank
  organization?: OrganizationRank
  by: readonly TokenKind[]
  /** Read-only tokens do nothing that needs Full access. */
  access: 'any' | 'full'
  /** Besides: any token may do it to itself, or any person with Full access to themselves. */
  self?: 'token' | 'person'
  /** An app token does it in the name of its creator, who needs the role too. */
  creator?: true
}>

const ANY_TOKEN = ['user', 'app', 'org'] as const

/** Everything an operation can demand. The code runs this table; docs/spec/rights.md is written from it. */
export const rights = {
  // For addresses that lead nowhere: who asks must be known, what for does not matter.
  nothing: { by: ANY_TOKEN, access: 'any' },

  'read own account': { by: ['user'], access: 'any' },
  'change own account': { by: ['user'], access: 'full' },
  'list apps': { by: ANY_TOKEN, access: 'any' },
  'revoke user token': { by: ['user'], access: 'full', self: 'token' },

  'read app': { app: 'viewer', by: ANY_TOKEN, access: 'any' },
  'change app': { app: 'manager', by: ANY_TOKEN, access: 'full' },
  'give app away': { app: 'owner', by: ['user'], access: 'full' },
  'read app invitations': { app: 'manager', by: ['user', 'app'], access: 'any' },
  'manage app members': { app: 'manager', by: ['user', 'app'], access: 'full', creator: true },
  'withdraw app invitation': { app: 'manager', by: ['user', 'app'], access: 'full' },
  'remove app member': { app: 'manager', by: ['user', 'app'], access: 'full', self: 'person' },
  'read app tokens': { app: 'developer', by: ['user', 'app'], access: 'any' },
  'create app token': { app: 'developer', by: ['user'], access: 'full' },
  'revoke app token': { app: 'developer', by: ['user', 'app'], access: 'full', self: 'token' },

  'read organization': { organization: 'member', by: ['user', 'org'], access: 'any' },
  'read organization members': { organization: 'member', by: ['user'], access: 'any' },
  'create app in organization': { organization: 'member', by: ['user'], access: 'full' },
  'change organization': { organization: 'admin', by: ['user'], access: 'full' },
  'read organization invitations': { organization: 'admin', by: ['user'], access: 'any' },
  'read apps of organization member': {
    organization: 'admin',
    by: ['user'],
    access: 'any',
    self: 'person',
  },
  'manage organization members': { organization: 'admin', by: ['user'], access: 'full' },
  'remove organization member': {
    organization: 'admin',
    by: ['user'],
    access: 'full',
    self: 'person',
  },
  'read organization tokens': { organization: 'admin', by: ['user'], access: 'any' },
  'create organization token': { organization: 'admin', by: ['user'], access: 'full' },
  'revoke organization token': {
    organization: 'admin',
    by: ['user'],
    access: 'full',
    self: 'token',
  },
} as const satisfies Record<string, Demand>

export type Right = keyof typeof rights

/** What a path names: an owner, one of its apps, and whom or which token there the operation is about. */
export type Target = Readonly<{
  owner?: string | undefined
  app?: string | undefined
  userEmail?: string | undefined
  userName?: string | undefined
  tokenId?: string | undefined
}>

/** What is found under a target's names, and the roles the caller's account has been given there. */
export type Place = Readonly<{
  ownerId: string
  ownerKind: 'user' | 'org'
  organizationRole: OrganizationRank | null
  appId: string | null
  appRole: Exclude<AppRank, 'owner'> | null
}>

/** Why the caller may not, or nothing when it may. Asked at the door, and again by whatever grants something. */
export function judge(
  right: Right,
  caller: Caller,
  target: Target,
  place: Place | undefined,
): RequestError | undefined {
  const demand: Demand = rights[right]
  const needsRole = demand.app !== undefined || demand.organization !== undefined
  const role = needsRole && place ? roleIn(demand, caller, place) : undefined
  if (needsRole && !role) return demand.app ? appNotFound() : organizationNotFound()
  if (demand.self === 'token' && isItself(caller, target)) return undefined
  return judgeToken(demand, caller) ?? (role && judgeRole(demand, role, caller, target))
}

const roleIn = (demand: Demand, caller: Caller, place: Place) =>
  demand.app ? appRoleOf(caller, place) : organizationRoleOf(caller, place)

function judgeToken({ by, access }: Demand, caller: Caller): RequestError | undefined {
  if (caller.kind === 'service') return userTokenRequired(caller.kind)
  if (!by.includes(caller.kind)) return userTokenRequired(caller.kind)
  return access === 'full' && accessOf(caller) !== 'all' ? fullAccessRequired() : undefined
}

function judgeRole(
  demand: Demand,
  role: AppRank | OrganizationRank,
  caller: Caller,
  target: Target,
): RequestError | undefined {
  const isSelf = demand.self === 'person' && isSamePerson(caller, target)
  if (isSelf || isEnough(demand, role)) return undefined
  return roleRequired(demand.app ?? demand.organization ?? '', role, accessOf(caller))
}

function isEnough({ app, organization }: Demand, found: AppRank | OrganizationRank): boolean {
  const ranks: readonly string[] = app ? APP_ROLES : ORGANIZATION_ROLES
  return ranks.indexOf(found) >= ranks.indexOf(app ?? organization ?? '')
}

const isItself = ({ token }: Caller, { tokenId }: Target) =>
  token !== null && (tokenId === 'current' || tokenId === token.id)

function isSamePerson(caller: Caller, { userEmail, userName }: Target): boolean {
  if (caller.kind !== 'user') return false
  const { email, name } = caller.account
  return (
    userEmail?.toLowerCase() === email.toLowerCase() ||
    userName?.toLowerCase() === name.toLowerCase()
  )
}

/** What the caller is on the app of this place; nothing when it cannot see it. Read-only counts as viewer. */
export function appRoleOf(caller: Caller, place: Place): AppRank | undefined {
  const role = place.appId === null ? undefined : fullAppRoleOf(caller, place)
  return role && accessOf(caller) === 'viewer' ? 'viewer' : role
}

function fullAppRoleOf(caller: Caller, place: Place): AppRank | undefined {
  const { ownerId, appId } = place
  if (caller.kind === 'app') {
    return caller.ownerId === ownerId && caller.appId === appId ? 'manager' : undefined
  }
  if (caller.kind === 'org') return caller.organizationId === ownerId ? 'manager' : undefined
  return caller.kind === 'service' ? undefined : appRankOf(caller.account.id, place)
}

/** What a person is on the app of this place, whatever they call with. */
export function appRankOf(accountId: string, place: Place): AppRank | undefined {
  const { ownerId, ownerKind, organizationRole, appRole } = place
  if (ownerKind === 'user' && ownerId === accountId) return 'owner'
  return organizationRole === 'admin' ? 'owner' : (appRole ?? undefined)
}

export const isManager = (rank: AppRank | undefined) => rank === 'manager' || rank === 'owner'

/** Whether the right is one that an app token has only as far as its creator has it. */
export function needsCreator(right: Right, caller: Caller): boolean {
  const demand: Demand = rights[right]
  return demand.creator === true && caller.kind === 'app'
}

/** What the caller is in the organization of this place. Read-only counts as member; so does its own token. */
export function organizationRoleOf(caller: Caller, place: Place): OrganizationRank | undefined {
  if (place.ownerKind !== 'org' || caller.kind === 'app' || caller.kind === 'service') {
    return undefined
  }
  if (caller.kind === 'org') return caller.organizationId === place.ownerId ? 'member' : undefined
  const role = place.organizationRole ?? undefined
  return role && accessOf(caller) === 'viewer' ? 'member' : role
}

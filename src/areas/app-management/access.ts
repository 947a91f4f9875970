import {
  accessOf,
  type Caller,
  ORGANIZATION_ROLES,
  type OwnerKind,
  TOKEN_KINDS,
  type TokenKind,
} from '../../directory/caller.ts'
import type { RequestError } from '../../platform/errors.ts'
import { toEmailKey } from '../../platform/mail/address.ts'
import {
  appNotFound,
  fullAccessRequired,
  organizationNotFound,
  roleRequired,
  userTokenRequired,
} from './errors.ts'
import { signInRequired } from './sign-ins/errors.ts'
import { APP_PERMISSIONS } from './wire.ts'

/** From the least to the most. `owner`: the person the app belongs to, or an admin of its organization. */
export type AppRank = (typeof APP_PERMISSIONS)[number] | 'owner'
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
  /** API tokens are given to programs: they neither see nor end where their owner is signed in. */
  signedIn?: true
}>

/** Everything an operation can demand. The code runs this table; docs/spec/rights.md is written from it. */
export const rights = {
  // For addresses that lead nowhere: who asks must be known, what for does not matter.
  nothing: { by: TOKEN_KINDS, access: 'any' },

  'read own account': { by: ['user'], access: 'any' },
  'change own account': { by: ['user'], access: 'full' },
  'manage own sign-ins': { by: ['user'], access: 'full', signedIn: true },
  'list apps': { by: TOKEN_KINDS, access: 'any' },
  'revoke user token': { by: ['user'], access: 'full', self: 'token' },

  'read app': { app: 'viewer', by: TOKEN_KINDS, access: 'any' },
  'change app': { app: 'manager', by: TOKEN_KINDS, access: 'full' },
  'transfer app': { app: 'owner', by: ['user'], access: 'full' },
  'read app invitations': { app: 'manager', by: ['user', 'app'], access: 'any' },
  'manage app members': { app: 'manager', by: ['user', 'app'], access: 'full', creator: true },
  'revoke app invitation': { app: 'manager', by: ['user', 'app'], access: 'full' },
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

type RightsOn<What> = {
  [R in Right]: (typeof rights)[R] extends What ? R : never
}[Right]
export type AppRight = RightsOn<{ app: AppRank }>
export type OrganizationRight = RightsOn<{ organization: OrganizationRank }>

/** Who can be behind a request that has the right: any token may do to itself what the right allows. */
type CallersWith<R extends Right> = (typeof rights)[R] extends { self: 'token' }
  ? typeof TOKEN_KINDS
  : (typeof rights)[R]['by']

export function callersWith<R extends Right>(right: R): CallersWith<R> {
  const demand: Demand = rights[right]
  return (demand.self === 'token' ? TOKEN_KINDS : demand.by) as CallersWith<R>
}

/** What a path names: an owner, one of its apps, and whom or which token there the operation is about. */
export type Target = Readonly<{
  owner?: string | undefined
  app?: string | undefined
  userEmail?: string | undefined
  userName?: string | undefined
  tokenId?: string | undefined
}>

/** What a path names that leads to an organization, or to an app. */
export type OrganizationTarget = Target & Readonly<{ owner: string }>
export type AppTarget = OrganizationTarget & Readonly<{ app: string }>
/** Whom the operation is about, as the path names them. */
export type ByEmail = Readonly<{ userEmail: string }>
export type ByName = Readonly<{ userName: string }>

/** What is found under a target's names, and the roles the caller's account has been given there. */
export type ResolvedTarget = Readonly<{
  ownerId: string
  ownerKind: OwnerKind
  organizationRole: OrganizationRank | null
  appId: string | null
  appRole: Exclude<AppRank, 'owner'> | null
}>
export type ResolvedApp = ResolvedTarget & Readonly<{ appId: string }>

/** Why the caller may not, or nothing when it may. Asked before the handler runs, and again by whatever grants something. */
export function judge(
  right: Right,
  caller: Caller,
  target: Target,
  resolved: ResolvedTarget | undefined,
): RequestError | undefined {
  const demand: Demand = rights[right]
  const least = demand.app ?? demand.organization
  const role = least && resolved && roleIn(demand, caller, resolved)
  if (least && !role) return demand.app ? appNotFound() : organizationNotFound()
  if (demand.self === 'token' && isItself(caller, target)) return undefined
  const refusal = judgeToken(demand, caller)
  if (refusal || !least || !role || isEnough(role, least)) return refusal
  const isSelf = demand.self === 'person' && isSamePerson(caller, target)
  return isSelf ? undefined : roleRequired(least, role, accessOf(caller))
}

/** Roles on apps and in organizations have different names; each list is from the least to the most. */
const RANKS: readonly (AppRank | OrganizationRank)[] = [
  ...APP_PERMISSIONS.toReversed(),
  'owner',
  ...ORGANIZATION_ROLES.toReversed(),
]
const isEnough = (role: AppRank | OrganizationRank, least: AppRank | OrganizationRank) =>
  RANKS.indexOf(role) >= RANKS.indexOf(least)

const roleIn = (demand: Demand, caller: Caller, resolved: ResolvedTarget) =>
  demand.app ? appRoleOf(caller, resolved) : organizationRoleOf(caller, resolved)

function judgeToken({ by, access, signedIn }: Demand, caller: Caller): RequestError | undefined {
  if (caller.kind === 'service') return userTokenRequired(caller.kind)
  if (!by.includes(caller.kind)) return userTokenRequired(caller.kind)
  if (signedIn && caller.token !== null) return signInRequired()
  return access === 'full' && accessOf(caller) !== 'all' ? fullAccessRequired() : undefined
}

const isItself = ({ token }: Caller, { tokenId }: Target) =>
  token !== null && (tokenId === 'current' || tokenId === token.id)

function isSamePerson(caller: Caller, { userEmail, userName }: Target): boolean {
  if (caller.kind !== 'user') return false
  const { email, name } = caller.account
  return (
    (userEmail !== undefined && toEmailKey(userEmail) === toEmailKey(email)) ||
    userName?.toLowerCase() === name.toLowerCase()
  )
}

/** What the caller is on the app of this place; nothing when it cannot see it. Read-only counts as viewer. */
export function appRoleOf(caller: Caller, resolved: ResolvedTarget): AppRank | undefined {
  const role = resolved.appId === null ? undefined : fullAppRoleOf(caller, resolved)
  return role && accessOf(caller) === 'viewer' ? 'viewer' : role
}

function fullAppRoleOf(caller: Caller, resolved: ResolvedTarget): AppRank | undefined {
  const { ownerId, appId } = resolved
  if (caller.kind === 'app') {
    return caller.ownerId === ownerId && caller.appId === appId ? 'manager' : undefined
  }
  if (caller.kind === 'org') return caller.organizationId === ownerId ? 'manager' : undefined
  return caller.kind === 'service' ? undefined : appRankOf(caller.account.id, resolved)
}

/** What a person is on the app of this place, whatever they call with. */
export function appRankOf(accountId: string, resolved: ResolvedTarget): AppRank | undefined {
  const { ownerId, ownerKind, organizationRole, appRole } = resolved
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
export function organizationRoleOf(
  caller: Caller,
  resolved: ResolvedTarget,
): OrganizationRank | undefined {
  if (resolved.ownerKind !== 'org' || caller.kind === 'app' || caller.kind === 'service') {
    return undefined
  }
  if (caller.kind === 'org')
    return caller.organizationId === resolved.ownerId ? 'member' : undefined
  const role = resolved.organizationRole ?? undefined
  return role && accessOf(caller) === 'viewer' ? 'member' : role
}

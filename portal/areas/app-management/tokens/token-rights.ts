import type { App } from '../queries.ts'
import type { Access } from '../queries-tokens.ts'
import { listNames } from './words.ts'

/** What somebody may do to the tokens of a place. */
export type TokenRights = Readonly<{
  /** The access types they may create; with none they do not see the list either. */
  mayCreate: readonly Access[]
  /** Who can do what they cannot; stands where it is switched off. */
  whoCan?: string
  /** Their list leaves out what others created. */
  seesOwnOnly?: boolean
}>

export const EVERYTHING: TokenRights = { mayCreate: ['all', 'viewer'] }

type Role = App['member_permissions'][number]

/** `managers`: their display names. */
export function rightsOnApp(role: Role | undefined, managers: readonly string[]): TokenRights {
  if (role === 'manager') return EVERYTHING
  const whom = managers.length === 0 ? '' : ` Managers of this app: ${listNames(managers)}.`
  if (role === 'developer') {
    return {
      mayCreate: ['viewer'],
      whoCan: `Only managers can create Full access tokens.${whom}`,
      seesOwnOnly: true,
    }
  }
  return {
    mayCreate: [],
    whoCan: `Only managers and developers can see and create API tokens of this app.${whom}`,
  }
}

export function rightsOfMember(admins: readonly string[]): TokenRights {
  const whom = admins.length === 0 ? '' : ` Admins of this organization: ${listNames(admins)}.`
  return {
    mayCreate: [],
    whoCan: `Only admins can see and create tokens of an organization.${whom}`,
  }
}

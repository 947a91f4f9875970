import { apiTokenScopeValues } from '../../../../client/generated/app-management.ts'
import { listNames } from '../../../ui/text/list-names.ts'
import type { App } from '../apps/queries.ts'
import type { Access } from './queries.ts'

/** What the signed-in user may do with the tokens of an app or organization. */
export type TokenRights = Readonly<{
  /** The access types they may create. If empty, they may not list tokens either. */
  mayCreate: readonly Access[]
  /** Who has the missing permission; shown next to disabled controls. */
  permissionNotice?: string
  /** Their list contains only the tokens that they created. */
  seesOwnOnly?: boolean
}>

export const ALL_RIGHTS: TokenRights = { mayCreate: apiTokenScopeValues }

type Role = App['member_permissions'][number]

/** `managers`: their display names. */
export function rightsOnApp(role: Role | undefined, managers: readonly string[]): TokenRights {
  if (role === 'manager') return ALL_RIGHTS
  const whom = managers.length === 0 ? '' : ` Managers of this app: ${listNames(managers)}.`
  if (role === 'developer') {
    return {
      mayCreate: ['viewer'],
      permissionNotice: `Only managers can create Full access tokens.${whom}`,
      seesOwnOnly: true,
    }
  }
  return {
    mayCreate: [],
    permissionNotice: `Only managers and developers can view and create API tokens for this app.${whom}`,
  }
}

export function rightsOfMember(admins: readonly string[]): TokenRights {
  const whom = admins.length === 0 ? '' : ` Admins of this organization: ${listNames(admins)}.`
  return {
    mayCreate: [],
    permissionNotice: `Only admins can view and create organization tokens.${whom}`,
  }
}

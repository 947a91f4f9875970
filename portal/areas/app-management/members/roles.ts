import {
  appUserPermissionsValues,
  orgUserRoleValues,
} from '../../../../client/generated/app-management.ts'

export const APP_ROLES = appUserPermissionsValues
export const ORG_ROLES = orgUserRoleValues

export type AppRole = (typeof APP_ROLES)[number]
export type OrgRole = (typeof ORG_ROLES)[number]

/** "a developer", "an admin". */
export const withArticle = (role: string) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`

import type { components } from '../../../../client/generated/app-management.ts'

export type AppRole = components['schemas']['AppUser']['permissions'][number]
export type OrgRole = components['schemas']['OrgUser']['role']

export const APP_ROLES = ['manager', 'developer', 'viewer'] as const satisfies readonly AppRole[]
export const ORG_ROLES = ['admin', 'collaborator', 'member'] as const satisfies readonly OrgRole[]

/** "a developer", "an admin". */
export const withArticle = (role: string) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`

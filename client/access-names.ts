import type { components } from './generated/app-management.ts'

type Access = components['schemas']['ApiToken']['scope'][number]

/** What people read of the access type of an API token. */
export const ACCESS_NAMES: Readonly<Record<Access, string>> = {
  all: 'Full access',
  viewer: 'Read-only',
}

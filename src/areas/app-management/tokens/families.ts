import { pathParams } from '../../../platform/http/schema.ts'

/** The three families differ in where they stand and whose tokens they hold, and in nothing else. */
export const FAMILIES = {
  user: { path: '/v0.1/api_tokens', tag: 'user', name: 'User', owner: 'your account' },
  app: {
    path: '/v0.1/apps/:owner_name/:app_name/api_tokens',
    tag: 'apps',
    name: 'App',
    owner: 'an app',
  },
  org: {
    path: '/v0.1/orgs/:org_name/api_tokens',
    tag: 'organizations',
    name: 'Org',
    owner: 'an organization',
  },
} as const

export const ONE_TOKEN = {
  user: pathParams('api_token_id'),
  app: pathParams('owner_name', 'app_name', 'api_token_id'),
  org: pathParams('org_name', 'api_token_id'),
} as const

export const RIGHTS = {
  user: { read: 'read own account', create: 'change own account', revoke: 'revoke user token' },
  app: { read: 'read app tokens', create: 'create app token', revoke: 'revoke app token' },
  org: {
    read: 'read organization tokens',
    create: 'create organization token',
    revoke: 'revoke organization token',
  },
} as const

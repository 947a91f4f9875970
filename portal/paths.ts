/** Every address of the portal, as the router knows it. Pages name addresses by these only. */
export const paths = {
  home: '/',
  apps: '/apps',
  userApp: '/users/$owner/apps/$app',
  userAppMembers: '/users/$owner/apps/$app/members',
  userAppTokens: '/users/$owner/apps/$app/tokens',
  userAppSettings: '/users/$owner/apps/$app/settings',
  orgApp: '/orgs/$owner/apps/$app',
  orgAppMembers: '/orgs/$owner/apps/$app/members',
  orgAppTokens: '/orgs/$owner/apps/$app/tokens',
  orgAppSettings: '/orgs/$owner/apps/$app/settings',
  orgs: '/orgs',
  org: '/orgs/$org',
  orgMembers: '/orgs/$org/members',
  orgTokens: '/orgs/$org/tokens',
  orgSettings: '/orgs/$org/settings',
  account: '/account',
  accountTokens: '/account/tokens',
  accountInvitations: '/account/invitations',
  accountPassword: '/account/password',
  accountSessions: '/account/sessions',
  accountGrants: '/account/applications',
  about: '/about',
  signedIn: '/signed-in',
  signedOut: '/signed-out',
  noSignIn: '/no-sign-in',
} as const

/** The pages of an app: their addresses say whether a person or an organization owns it. */
export const APP_PATHS = {
  user: {
    overview: paths.userApp,
    members: paths.userAppMembers,
    tokens: paths.userAppTokens,
    settings: paths.userAppSettings,
  },
  org: {
    overview: paths.orgApp,
    members: paths.orgAppMembers,
    tokens: paths.orgAppTokens,
    settings: paths.orgAppSettings,
  },
} as const

export type AppTab = keyof (typeof APP_PATHS)['user']

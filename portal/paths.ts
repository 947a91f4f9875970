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
  health: '/health',
  healthNow: '/health/$subscription',
  healthEvents: '/health/$subscription/events',
  healthTimeline: '/health/$subscription/timeline',
  healthHistory: '/health/$subscription/history',
  healthMaintenance: '/health/$subscription/maintenance',
  healthEvent: '/health/$subscription/events/$trackingId',
  healthNotifications: '/health/$subscription/notifications',
  healthNotification: '/health/$subscription/notifications/$name',
  quota: '/quota',
  quotaLimits: '/quota/$subscription',
  quotaLimit: '/quota/$subscription/limits/$provider/$location/$resource',
  quotaRequests: '/quota/$subscription/requests',
  quotaRequest: '/quota/$subscription/requests/$request',
  quotaNewRequest: '/quota/$subscription/new',
  operate: '/operate',
  operateEvents: '/operate/events',
  operateNewEvent: '/operate/events/new',
  operateEvent: '/operate/events/$trackingId',
  operateQuota: '/operate/quota',
  operateGivenUp: '/operate/quota/given-up',
  operateHistory: '/operate/quota/subscriptions/$subscription',
  operateSubscriptions: '/operate/subscriptions',
  operateRoles: '/operate/subscriptions/$subscription',
  operateAccess: '/operate/subscriptions/$subscription/access',
  operateSettings: '/operate/subscriptions/$subscription/settings',
  operateDecide: '/operate/quota/subscriptions/$subscription/decide/$subRequest',
  about: '/about',
  signedIn: '/signed-in',
  signedOut: '/signed-out',
  noSignIn: '/no-sign-in',
} as const

type Path = (typeof paths)[keyof typeof paths]

/** The first page that an area has for a subscription. */
export type SubscriptionPath = Extract<Path, `/${string}/$subscription`>
/** Also of its further pages that need nothing but the subscription. */
export type SubscriptionTabPath =
  | SubscriptionPath
  | Exclude<
      Extract<Path, `/${string}/$subscription/${string}`>,
      `${string}/$subscription/${string}$${string}`
    >

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

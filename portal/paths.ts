/** Every address of the portal, as the router knows it. Pages name addresses by these only. */
export const paths = {
  home: '/',
  apps: '/apps',
  app: '/apps/$owner/$app',
  account: '/account',
  signedIn: '/signed-in',
  signedOut: '/signed-out',
} as const

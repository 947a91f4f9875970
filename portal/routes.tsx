import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from './api.ts'
import { userQuery } from './areas/app-management/account/queries.ts'
import { appQuery, appsQuery } from './areas/app-management/apps/queries.ts'
import {
  administeredQuery,
  organizationQuery,
  organizationsQuery,
} from './areas/app-management/organizations/queries.ts'
import { appTokens, userTokens } from './areas/app-management/tokens/queries.ts'
import {
  AppMembersPage,
  AppPage,
  AppSettingsPage,
  GrantsPage,
  PasswordPage,
  SessionsPage,
} from './lazy-pages.ts'
import { paths } from './paths.ts'
import { healthPages } from './routes/health.ts'
import { operatePages } from './routes/operate.ts'
import { quotaPages } from './routes/quota.ts'
import { root, shell } from './routes/root.ts'
import { basePath } from './settings.ts'
import { ErrorState } from './ui/state/ErrorState.tsx'
import { NotFoundState } from './ui/state/NotFoundState.tsx'
import { readTableView } from './ui/table/table-view.ts'

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  loader: () => void queryClient.prefetchQuery(appsQuery),
  component: lazyRouteComponent(() => import('./home/HomePage.tsx'), 'HomePage'),
})

const apps = createRoute({
  getParentRoute: () => shell,
  path: paths.apps,
  validateSearch: readTableView,
  loader: () => void queryClient.prefetchQuery(appsQuery),
  component: lazyRouteComponent(
    () => import('./areas/app-management/apps/AppsPage.tsx'),
    'AppsPage',
  ),
})

const prefetchApp = ({ params }: { params: { owner: string; app: string } }) =>
  void queryClient.prefetchQuery(appQuery(params.owner, params.app))

const userApp = createRoute({
  getParentRoute: () => shell,
  path: paths.userApp,
  loader: prefetchApp,
  component: AppPage,
})

const userAppMembers = createRoute({
  getParentRoute: () => shell,
  path: paths.userAppMembers,
  validateSearch: readTableView,
  loader: prefetchApp,
  component: AppMembersPage,
})

const userAppSettings = createRoute({
  getParentRoute: () => shell,
  path: paths.userAppSettings,
  loader: prefetchApp,
  component: AppSettingsPage,
})

const orgApp = createRoute({
  getParentRoute: () => shell,
  path: paths.orgApp,
  loader: prefetchApp,
  component: AppPage,
})

const orgAppMembers = createRoute({
  getParentRoute: () => shell,
  path: paths.orgAppMembers,
  validateSearch: readTableView,
  loader: prefetchApp,
  component: AppMembersPage,
})

const orgAppSettings = createRoute({
  getParentRoute: () => shell,
  path: paths.orgAppSettings,
  loader: prefetchApp,
  component: AppSettingsPage,
})

const orgs = createRoute({
  getParentRoute: () => shell,
  path: paths.orgs,
  validateSearch: readTableView,
  loader: () => void queryClient.prefetchQuery(organizationsQuery),
  component: lazyRouteComponent(
    () => import('./areas/app-management/organizations/OrganizationsPage.tsx'),
    'OrganizationsPage',
  ),
})

const org = createRoute({
  getParentRoute: () => shell,
  path: paths.org,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('./areas/app-management/organizations/OrganizationPage.tsx'),
    'OrganizationPage',
  ),
})

const orgMembers = createRoute({
  getParentRoute: () => shell,
  path: paths.orgMembers,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('./areas/app-management/members/OrgMembersPage.tsx'),
    'OrgMembersPage',
  ),
})

const orgSettings = createRoute({
  getParentRoute: () => shell,
  path: paths.orgSettings,
  component: lazyRouteComponent(
    () => import('./areas/app-management/organizations/OrgSettingsPage.tsx'),
    'OrgSettingsPage',
  ),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  loader: () => void queryClient.prefetchQuery(userQuery),
  component: lazyRouteComponent(
    () => import('./areas/app-management/account/AccountPage.tsx'),
    'AccountPage',
  ),
})

const accountPassword = createRoute({
  getParentRoute: () => shell,
  path: paths.accountPassword,
  component: PasswordPage,
})

const accountSessions = createRoute({
  getParentRoute: () => shell,
  path: paths.accountSessions,
  validateSearch: readTableView,
  component: SessionsPage,
})

const accountGrants = createRoute({
  getParentRoute: () => shell,
  path: paths.accountGrants,
  validateSearch: readTableView,
  component: GrantsPage,
})

const accountInvitations = createRoute({
  getParentRoute: () => shell,
  path: paths.accountInvitations,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('./areas/app-management/invitations/InvitationsPage.tsx'),
    'InvitationsPage',
  ),
})

type AppParams = Readonly<{ params: { owner: string; app: string } }>

/** Viewers may not list tokens, so the app is asked for first: it says who is asking. */
async function prefetchAppTokens({ owner, app: name }: AppParams['params']): Promise<void> {
  const found = await queryClient.fetchQuery(appQuery(owner, name)).catch(() => undefined)
  if (!found || found.member_permissions[0] === 'viewer') return
  await queryClient.prefetchQuery(appTokens(owner, name).list)
}

const appTokensPage = {
  validateSearch: readTableView,
  loader: ({ params }: AppParams) => void prefetchAppTokens(params),
  component: lazyRouteComponent(
    () => import('./areas/app-management/tokens/AppTokensPage.tsx'),
    'AppTokensPage',
  ),
}

const userAppTokens = createRoute({
  getParentRoute: () => shell,
  path: paths.userAppTokens,
  ...appTokensPage,
})

const orgAppTokens = createRoute({
  getParentRoute: () => shell,
  path: paths.orgAppTokens,
  ...appTokensPage,
})

const accountTokens = createRoute({
  getParentRoute: () => shell,
  path: paths.accountTokens,
  validateSearch: readTableView,
  loader: () => void queryClient.prefetchQuery(userTokens.list),
  component: lazyRouteComponent(
    () => import('./areas/app-management/tokens/AccountTokensPage.tsx'),
    'AccountTokensPage',
  ),
})

const organizationTokens = createRoute({
  getParentRoute: () => shell,
  path: paths.orgTokens,
  validateSearch: readTableView,
  loader({ params: { org } }) {
    void queryClient.prefetchQuery(organizationQuery(org))
    void queryClient.prefetchQuery(administeredQuery)
  },
  component: lazyRouteComponent(
    () => import('./areas/app-management/tokens/OrganizationTokensPage.tsx'),
    'OrganizationTokensPage',
  ),
})

const about = createRoute({
  getParentRoute: () => shell,
  path: paths.about,
  component: lazyRouteComponent(() => import('./shell/AboutPage.tsx'), 'AboutPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  path: paths.signedIn,
  component: lazyRouteComponent(() => import('./shell/SignInFailedPage.tsx'), 'SignInFailedPage'),
})

const signedOut = createRoute({
  getParentRoute: () => root,
  path: paths.signedOut,
  component: lazyRouteComponent(() => import('./shell/SignedOutPage.tsx'), 'SignedOutPage'),
})

const noSignIn = createRoute({
  getParentRoute: () => root,
  path: paths.noSignIn,
  component: lazyRouteComponent(() => import('./shell/NoSignInPage.tsx'), 'NoSignInPage'),
})

/** Whatever else is asked for: with the way to everything around it. */
const missing = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/MissingPage.tsx'), 'MissingPage'),
})

const pages = [
  missing,
  ...[accountPassword, accountSessions, accountGrants],
  ...[home, apps, account, accountInvitations, orgs, org, orgMembers, orgSettings],
  ...[userApp, userAppMembers, userAppSettings, orgApp, orgAppMembers, orgAppSettings],
  ...healthPages,
  ...quotaPages,
  operatePages,
  ...[userAppTokens, orgAppTokens, organizationTokens, accountTokens, about],
] as const

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren(pages), signedIn, signedOut, noSignIn]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: () => <NotFoundState what="page" />,
  defaultErrorComponent: ({ error }) => (
    <ErrorState title="This page could not be displayed" error={toError(error)} />
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

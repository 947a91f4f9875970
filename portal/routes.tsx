import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { queryClient } from './api.ts'
import { appQuery, appsQuery, userQuery } from './areas/app-management/queries.ts'
import { paths } from './paths.ts'
import { basePath } from './settings.ts'
import { Shell } from './shell/Shell.tsx'
import { ErrorState } from './ui/ErrorState.tsx'
import { NotFoundState } from './ui/NotFoundState.tsx'
import { readTableView } from './ui/table-view.ts'

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const root = createRootRoute()

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  beforeLoad: () => {
    throw redirect({ to: paths.apps })
  },
})

const apps = createRoute({
  getParentRoute: () => shell,
  path: paths.apps,
  validateSearch: readTableView,
  // Asked for while the page's own script is on its way.
  loader: () => void queryClient.prefetchQuery(appsQuery),
  component: lazyRouteComponent(() => import('./areas/app-management/AppsPage.tsx'), 'AppsPage'),
})

const app = createRoute({
  getParentRoute: () => shell,
  path: paths.app,
  loader: ({ params }) => void queryClient.prefetchQuery(appQuery(params.owner, params.app)),
  component: lazyRouteComponent(() => import('./areas/app-management/AppPage.tsx'), 'AppPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  loader: () => void queryClient.prefetchQuery(userQuery),
  component: lazyRouteComponent(
    () => import('./areas/app-management/AccountPage.tsx'),
    'AccountPage',
  ),
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

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren([home, apps, app, account]), signedIn, signedOut]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: () => <NotFoundState what="page" />,
  defaultErrorComponent: ({ error }) => (
    <ErrorState title="This page broke" error={toError(error)} />
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { readTableView, type TableView } from '../ui/table/table-view.ts'
import { operators } from './operators.ts'

const subscriptions = createRoute({
  getParentRoute: () => operators,
  path: paths.operateSubscriptions,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/SubscriptionsPage.tsx'),
    'SubscriptionsPage',
  ),
})

const roles = createRoute({
  getParentRoute: () => operators,
  path: paths.operateRoles,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/RolesPage.tsx'),
    'RolesPage',
  ),
})

type AccessView = TableView & { account?: string }

/** With an account, the page is about this person alone. */
function readAccessView(search: Record<string, unknown>): AccessView {
  const view = readTableView(search)
  return typeof search.account === 'string' ? { ...view, account: search.account } : view
}

const access = createRoute({
  getParentRoute: () => operators,
  path: paths.operateAccess,
  validateSearch: readAccessView,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/AccessPage.tsx'),
    'AccessPage',
  ),
})

const settings = createRoute({
  getParentRoute: () => operators,
  path: paths.operateSettings,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/SettingsPage.tsx'),
    'SettingsPage',
  ),
})

export const operateSubscriptionPages = [subscriptions, roles, access, settings] as const

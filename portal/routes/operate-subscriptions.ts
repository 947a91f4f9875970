import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { readTableView } from '../ui/table/table-view.ts'
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

const access = createRoute({
  getParentRoute: () => operators,
  path: paths.operateAccess,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/AccessPage.tsx'),
    'AccessPage',
  ),
})

const footprint = createRoute({
  getParentRoute: () => operators,
  path: paths.operateFootprint,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/FootprintPage.tsx'),
    'FootprintPage',
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

const person = createRoute({
  getParentRoute: () => operators,
  path: paths.operatePerson,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/subscriptions/AccessPage.tsx'),
    'PersonPage',
  ),
})

export const operateSubscriptionPages = [
  ...[subscriptions, roles, access],
  ...[footprint, settings, person],
] as const

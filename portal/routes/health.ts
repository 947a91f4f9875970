import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { readTableView } from '../ui/table/table-view.ts'
import { shell } from './root.ts'

const start = createRoute({
  getParentRoute: () => shell,
  path: paths.health,
  component: lazyRouteComponent(
    () => import('../areas/service-health/HealthStartPage.tsx'),
    'HealthStartPage',
  ),
})

const now = createRoute({
  getParentRoute: () => shell,
  path: paths.healthNow,
  component: lazyRouteComponent(() => import('../areas/service-health/now/NowPage.tsx'), 'NowPage'),
})

/** Which view a page has, the page itself reads: how is not known before its script has come. */
const keepSearch = (search: Record<string, unknown>): Record<string, unknown> => search

const events = createRoute({
  getParentRoute: () => shell,
  path: paths.healthEvents,
  validateSearch: keepSearch,
  component: lazyRouteComponent(
    () => import('../areas/service-health/events/EventsPage.tsx'),
    'EventsPage',
  ),
})

const event = createRoute({
  getParentRoute: () => shell,
  path: paths.healthEvent,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../areas/service-health/event/EventPage.tsx'),
    'EventPage',
  ),
})

const timeline = createRoute({
  getParentRoute: () => shell,
  path: paths.healthTimeline,
  validateSearch: keepSearch,
  component: lazyRouteComponent(
    () => import('../areas/service-health/history/TimelinePage.tsx'),
    'TimelinePage',
  ),
})

const history = createRoute({
  getParentRoute: () => shell,
  path: paths.healthHistory,
  component: lazyRouteComponent(
    () => import('../areas/service-health/history/HistoryPage.tsx'),
    'HistoryPage',
  ),
})

const maintenance = createRoute({
  getParentRoute: () => shell,
  path: paths.healthMaintenance,
  component: lazyRouteComponent(
    () => import('../areas/service-health/history/MaintenancePage.tsx'),
    'MaintenancePage',
  ),
})

const notifications = createRoute({
  getParentRoute: () => shell,
  path: paths.healthNotifications,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../areas/service-health/notifications/NotificationsPage.tsx'),
    'NotificationsPage',
  ),
})

const notification = createRoute({
  getParentRoute: () => shell,
  path: paths.healthNotification,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../areas/service-health/notifications/NotificationPage.tsx'),
    'NotificationPage',
  ),
})

export const healthPages = [
  start,
  now,
  events,
  timeline,
  history,
  maintenance,
  event,
  notifications,
  notification,
] as const

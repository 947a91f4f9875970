import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { readTableView } from '../ui/table/table-view.ts'
import { operateQuotaPages } from './operate-quota.ts'
import { operateSubscriptionPages } from './operate-subscriptions.ts'
import { operators } from './operators.ts'

const start = createRoute({
  getParentRoute: () => operators,
  path: paths.operate,
  beforeLoad: () => {
    throw redirect({ to: paths.operateEvents })
  },
})

const events = createRoute({
  getParentRoute: () => operators,
  path: paths.operateEvents,
  validateSearch: readTableView,
  component: lazyRouteComponent(() => import('../operate/events/EventsPage.tsx'), 'EventsPage'),
})

/** Letter case counts: an event may have the tracking id NEW. */
const newEvent = createRoute({
  getParentRoute: () => operators,
  path: paths.operateNewEvent,
  caseSensitive: true,
  validateSearch: ({ drill }: Record<string, unknown>) => (drill === true ? { drill } : {}),
  component: lazyRouteComponent(
    () => import('../operate/events/compose/ComposePage.tsx'),
    'ComposePage',
  ),
})

const event = createRoute({
  getParentRoute: () => operators,
  path: paths.operateEvent,
  // The page itself reads which revisions it compares.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('../operate/events/event/EventPage.tsx'), 'EventPage'),
})

export const operatePages = operators.addChildren([
  ...[start, events, newEvent, event],
  ...operateQuotaPages,
  ...operateSubscriptionPages,
])

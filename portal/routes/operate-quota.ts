import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { readTableView } from '../ui/table/table-view.ts'
import { operators } from './operators.ts'

const queue = createRoute({
  getParentRoute: () => operators,
  path: paths.operateQuota,
  validateSearch: readTableView,
  component: lazyRouteComponent(() => import('../operate/quota/QueuePage.tsx'), 'QueuePage'),
})

const givenUp = createRoute({
  getParentRoute: () => operators,
  path: paths.operateGivenUp,
  validateSearch: readTableView,
  component: lazyRouteComponent(() => import('../operate/quota/GivenUpPage.tsx'), 'GivenUpPage'),
})

const history = createRoute({
  getParentRoute: () => operators,
  path: paths.operateHistory,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/quota/history/HistoryPage.tsx'),
    'HistoryPage',
  ),
})

const decide = createRoute({
  getParentRoute: () => operators,
  path: paths.operateDecide,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../operate/quota/decide/DecidePage.tsx'),
    'DecidePage',
  ),
})

export const operateQuotaPages = [queue, givenUp, history, decide] as const

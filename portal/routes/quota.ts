import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readUsageView } from '../areas/quota/limit/usage-view.ts'
import { readLimitsView } from '../areas/quota/limits/limits-view.ts'
import { readNewRequestView } from '../areas/quota/new-request/new-request-view.ts'
import { paths } from '../paths.ts'
import { readTableView } from '../ui/table/table-view.ts'
import { shell } from './root.ts'

const start = createRoute({
  getParentRoute: () => shell,
  path: paths.quota,
  component: lazyRouteComponent(
    () => import('../areas/quota/QuotaStartPage.tsx'),
    'QuotaStartPage',
  ),
})

const limits = createRoute({
  getParentRoute: () => shell,
  path: paths.quotaLimits,
  validateSearch: readLimitsView,
  component: lazyRouteComponent(() => import('../areas/quota/limits/LimitsPage.tsx'), 'LimitsPage'),
})

const limit = createRoute({
  getParentRoute: () => shell,
  path: paths.quotaLimit,
  validateSearch: readUsageView,
  component: lazyRouteComponent(() => import('../areas/quota/limit/LimitPage.tsx'), 'LimitPage'),
})

const requests = createRoute({
  getParentRoute: () => shell,
  path: paths.quotaRequests,
  validateSearch: readTableView,
  component: lazyRouteComponent(
    () => import('../areas/quota/requests/RequestsPage.tsx'),
    'RequestsPage',
  ),
})

const request = createRoute({
  getParentRoute: () => shell,
  path: paths.quotaRequest,
  component: lazyRouteComponent(
    () => import('../areas/quota/requests/RequestPage.tsx'),
    'RequestPage',
  ),
})

const newRequest = createRoute({
  getParentRoute: () => shell,
  path: paths.quotaNewRequest,
  validateSearch: readNewRequestView,
  component: lazyRouteComponent(
    () => import('../areas/quota/new-request/NewRequestPage.tsx'),
    'NewRequestPage',
  ),
})

export const quotaPages = [start, limits, limit, requests, request, newRequest] as const

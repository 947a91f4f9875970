import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { appsQuery } from '../../areas/app-management/apps/queries.ts'
import { organizationsQuery } from '../../areas/app-management/organizations/queries.ts'
import { titleOf as titleOfRequest } from '../../areas/quota/quota-api.ts'
import { requestsQuery } from '../../areas/quota/requests/queries.ts'
import { titleOf } from '../../areas/service-health/events/event-summary.ts'
import { eventsQuery } from '../../areas/service-health/events/queries.ts'
import {
  chooseSubscription,
  findRememberedSubscription,
  subscriptionsQuery,
} from '../../management/subscriptions.ts'
import { APP_PATHS, paths } from '../../paths.ts'
import { canReachManagement } from '../../session.ts'
import { isTokenLike, TOKEN_REFUSED } from '../../ui/text/token-like.ts'
import { describeSources, type Notice, type Source } from './describe-sources.ts'
import { findResults, type Result } from './find-results.ts'

export type Target = Readonly<{ to: string; params: Record<string, string> }>
export type Found = Readonly<{ results: readonly Result<Target>[]; notices: readonly Notice[] }>

/** Looks where pages look, and says where it could not. */
export function useResults(text: string): Found {
  const ofAccount = useOfAccount()
  const ofSubscription = useOfSubscription()
  const results = findResults(text, [...ofAccount.results, ...ofSubscription.results])
  if (isTokenLike(text)) return { results: [], notices: [{ key: 'token', text: TOKEN_REFUSED }] }
  const sources = [...ofAccount.sources, ...ofSubscription.sources]
  return { results, notices: describeSources(text, sources, results.length) }
}

type Searched = Readonly<{ results: readonly Result<Target>[]; sources: readonly Source[] }>

function useOfAccount(): Searched {
  const apps = useQuery(appsQuery)
  const organizations = useQuery(organizationsQuery)
  return {
    results: [
      ...(apps.data ?? []).map(({ id, name, display_name, owner }) => ({
        ...{ key: id, kind: 'App', name: display_name, detail: `${owner.name}/${name}` },
        target: { to: APP_PATHS[owner.type].overview, params: { owner: owner.name, app: name } },
      })),
      ...(organizations.data ?? []).map(({ id, name, display_name }) => ({
        ...{ key: id, kind: 'Organization', name: display_name, detail: name },
        target: { to: paths.org, params: { org: name } },
      })),
    ],
    sources: [
      { what: 'apps', state: stateOf(apps), page: { to: paths.apps, name: 'Apps' } },
      {
        ...{ what: 'organizations', state: stateOf(organizations) },
        page: { to: paths.orgs, name: 'Organizations' },
      },
    ],
  }
}

const HEALTH = { to: paths.health, name: 'Service health' }
const QUOTA = { to: paths.quota, name: 'Quota' }
const WHAT = [
  ['events', HEALTH],
  ['quota requests', QUOTA],
] as const

/** Of the subscription that was open last, or of the first, as on pages of these areas. */
function useOfSubscription(): Searched {
  // A search must not lead to a sign-in.
  const isOpen = canReachManagement()
  const remembered = findRememberedSubscription()
  const listed = useQuery({ ...subscriptionsQuery, enabled: isOpen && remembered === undefined })
  const subscription =
    remembered ?? (listed.data && chooseSubscription(listed.data)?.subscriptionId)
  const asked = { enabled: isOpen && subscription !== undefined, refetchInterval: false } as const
  const id = subscription ?? ''
  const events = useQuery({ ...eventsQuery(id), ...asked })
  const requests = useQuery({ ...requestsQuery(id), ...asked })
  return {
    results: [
      ...(events.data ?? []).map((event) => ({
        ...{ key: event.name, kind: 'Event', name: titleOf(event), detail: event.name },
        target: {
          to: paths.healthEvent,
          params: { subscription: id, trackingId: event.name },
        },
      })),
      ...(requests.data ?? []).map((request) => ({
        ...{ key: request.id, kind: 'Quota request', name: titleOfRequest(request) },
        detail: request.id,
        target: { to: paths.quotaRequest, params: { subscription: id, request: request.id } },
      })),
    ],
    sources: WHAT.map(([what, page], n) => {
      if (!isOpen) return { what, page: HEALTH, state: 'closed' }
      if (subscription !== undefined) {
        return { what, page, state: stateOf(n === 0 ? events : requests) }
      }
      // Without any subscription there is nothing to search.
      return { what, page, state: stateOf(listed) }
    }),
  }
}

/** A request that failed is tried again for a while; until then nothing has been searched. */
function stateOf({ data, isError, failureCount }: UseQueryResult<unknown>): Source['state'] {
  if (data !== undefined) return 'searched'
  return isError || failureCount > 0 ? 'failed' : 'searching'
}

import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../client/api-error.ts'
import { paths } from '../../../paths.ts'
import { TabBar, TabLink } from '../../../ui/page/TabBar.tsx'
import { orgTokens } from '../tokens/queries.ts'
import { administeredQuery } from './queries.ts'

const TABS = [
  ['overview', 'Apps', paths.org],
  ['members', 'Members', paths.orgMembers],
  ['tokens', 'API tokens', paths.orgTokens],
  ['settings', 'Settings', paths.orgSettings],
] as const

export type OrgTab = (typeof TABS)[number][0]
export const orgTabName = (wanted: OrgTab) => TABS.find(([tab]) => tab === wanted)?.[1] ?? ''

/** The pages of an organization. */
export function OrgTabs({ org, active }: Readonly<{ org: string; active: OrgTab }>) {
  const hasTokens = useHasTokens(org)
  const shown = TABS.filter(([tab]) => tab !== 'tokens' || hasTokens)
  return (
    <TabBar label="Organization pages">
      {shown.map(([tab, name, to]) => (
        <TabLink
          key={tab}
          to={to}
          params={{ org }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === active ? 'page' : undefined}
        >
          {name}
        </TabLink>
      ))}
    </TabBar>
  )
}

/** An installation without tokens of organizations answers an admin with 404. Asked once: it is a setting. */
function useHasTokens(org: string): boolean {
  const { data: administered = [] } = useQuery(administeredQuery)
  const { error } = useQuery({
    ...orgTokens(org).list,
    enabled: administered.some(({ name }) => name.toLowerCase() === org.toLowerCase()),
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
  })
  return !(error instanceof ApiError && error.status === 404)
}

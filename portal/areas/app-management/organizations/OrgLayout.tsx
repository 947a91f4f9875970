import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { type OrgTab, OrgTabs, orgTabName } from './OrgTabs.tsx'
import { type Organization, organizationQuery } from './queries.ts'

type Props = Readonly<{
  active: OrgTab
  /** The one primary action of the page. */
  action?: (organization: Organization) => ReactNode
  children: (organization: Organization) => ReactNode
}>

/** What is around every page of an organization: the way to it, its name, its tabs. */
export function OrgLayout({ active, action, children }: Props) {
  const { org = '' } = useParams({ strict: false })
  const query = useQuery(organizationQuery(org))
  const found = query.data
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'organizations',
            <PageLink key="organizations" to={paths.orgs}>
              Organizations
            </PageLink>,
          ],
          ['organization', org],
        ]}
      />
      <PageHeader
        title={found?.display_name ?? org}
        section={orgTabName(active)}
        action={found && action?.(found)}
      />
      {found && <OrgTabs org={org} active={active} />}
      <Loaded query={query} what="organization">
        {children}
      </Loaded>
    </>
  )
}

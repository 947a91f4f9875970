import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { type OrgTab, OrgTabs, orgTabName } from './OrgTabs.tsx'
import { Picture } from './Picture.tsx'
import type { Organization } from './queries.ts'
import { organizationQuery } from './queries-organizations.ts'

type Props = Readonly<{
  active: OrgTab
  /** The one primary action of the page. */
  action?: (organization: Organization) => ReactNode
  children: (organization: Organization) => ReactNode
}>

/** What is around every page of an organization: the way to it, its name, its tabs. */
export function OrgFrame({ active, action, children }: Props) {
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
        picture={found && <Picture name={found.display_name} url={found.avatar_url} />}
        action={found && action?.(found)}
      />
      {found && <OrgTabs org={org} active={active} />}
      <Loaded query={query} what="organization">
        {children}
      </Loaded>
    </>
  )
}

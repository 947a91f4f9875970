import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { AppsTable } from '../apps/AppsTable.tsx'
import { CreateAppButton } from '../apps/CreateAppButton.tsx'
import { OrgLayout } from './OrgLayout.tsx'
import { type Organization, organizationAppsQuery } from './queries.ts'

const CreateAppDialog = lazy(async () => ({
  default: (await import('../apps/CreateAppDialog.tsx')).CreateAppDialog,
}))

export function OrganizationPage() {
  const [isCreating, setCreating] = useState(false)
  const create = <CreateAppButton onClick={() => setCreating(true)} />
  return (
    <OrgLayout active="overview" action={() => create}>
      {(organization) => (
        <>
          <OrganizationApps organization={organization} />
          {isCreating && (
            <Suspense>
              <CreateAppDialog owner={organization.name} onClose={() => setCreating(false)} />
            </Suspense>
          )}
        </>
      )}
    </OrgLayout>
  )
}

function OrganizationApps({ organization }: Readonly<{ organization: Organization }>) {
  const query = useQuery(organizationAppsQuery(organization.name))
  return (
    <Loaded query={query} what="apps">
      {(apps) =>
        apps.length === 0 ? (
          <EmptyState
            title="No apps yet"
            text={`Apps of ${organization.display_name} that you can access appear here. Either the organization has no apps, or you have not been invited to any of them.`}
            command={`binnacle apps create "Tide Tables" --org ${organization.name} --os Linux --platform Custom`}
          />
        ) : (
          <AppsTable apps={apps} />
        )
      }
    </Loaded>
  )
}

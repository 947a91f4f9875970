import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { AppsTable } from './AppsTable.tsx'
import { CreateAppButton } from './CreateAppButton.tsx'
import { OrgFrame } from './OrgFrame.tsx'
import type { Organization } from './queries.ts'
import { organizationAppsQuery } from './queries-organizations.ts'

const CreateAppDialog = lazy(async () => ({
  default: (await import('./CreateAppDialog.tsx')).CreateAppDialog,
}))

export function OrganizationPage() {
  const [isCreating, setCreating] = useState(false)
  const create = <CreateAppButton onClick={() => setCreating(true)} />
  return (
    <OrgFrame active="overview" action={() => create}>
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
    </OrgFrame>
  )
}

function OrganizationApps({ organization }: Readonly<{ organization: Organization }>) {
  const query = useQuery(organizationAppsQuery(organization.name))
  return (
    <Loaded query={query} what="apps">
      {(apps) =>
        apps.length === 0 ? (
          <EmptyState
            title="No apps here yet"
            text={`Apps of ${organization.display_name} that you can reach stand here. There are none, or nobody has invited you to one.`}
            command={`binnacle apps create "Tide Tables" --org ${organization.name} --os Linux --platform Custom`}
          />
        ) : (
          <AppsTable apps={apps} />
        )
      }
    </Loaded>
  )
}

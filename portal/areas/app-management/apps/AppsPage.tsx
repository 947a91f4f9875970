import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { AppsTable } from './AppsTable.tsx'
import { CreateAppButton } from './CreateAppButton.tsx'
import { appsQuery } from './queries.ts'

const CreateAppDialog = lazy(async () => ({
  default: (await import('./CreateAppDialog.tsx')).CreateAppDialog,
}))

export function AppsPage() {
  const query = useQuery(appsQuery)
  const [isCreating, setCreating] = useState(false)
  const create = <CreateAppButton onClick={() => setCreating(true)} />
  return (
    <>
      <PageHeader
        title="Apps"
        sentence="Apps that you own, are a member of, or can access through an organization."
        action={query.data?.length === 0 ? undefined : create}
      />
      <Loaded query={query} what="apps">
        {(apps) => (apps.length === 0 ? <NoApps create={create} /> : <AppsTable apps={apps} />)}
      </Loaded>
      {isCreating && (
        <Suspense>
          <CreateAppDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

function NoApps({ create }: Readonly<{ create: React.ReactNode }>) {
  return (
    <EmptyState
      title="No apps yet"
      text="Apps that you own or are a member of appear here. Create your first app, or open the account menu to see your invitations."
      action={create}
      command='binnacle apps create "Tide Tables" --os Linux --platform Custom'
    />
  )
}

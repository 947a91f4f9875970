import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/data-table-parts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type App, appsQuery } from './queries.ts'

const loadDialog = () => import('./CreateAppDialog.tsx')
const CreateAppDialog = lazy(async () => ({ default: (await loadDialog()).CreateAppDialog }))

const roleOf = ({ member_permissions: [role] }: App): string => role ?? ''

const COLUMNS: readonly Column<App>[] = [
  {
    key: 'name',
    header: 'Name',
    share: 4,
    value: ({ display_name }) => display_name,
    render: ({ display_name, name, owner }) => (
      <PageLink to={paths.app} params={{ owner: owner.name, app: name }}>
        {display_name}
      </PageLink>
    ),
  },
  { key: 'owner', header: 'Owner', share: 3, value: ({ owner }) => owner.display_name },
  { key: 'os', header: 'OS', share: 1.5, value: ({ os }) => os },
  { key: 'platform', header: 'Platform', share: 2, value: ({ platform }) => platform },
  { key: 'role', header: 'Your role', share: 2, value: roleOf },
  {
    key: 'updated',
    header: 'Updated',
    share: 2,
    value: ({ updated_at }) => updated_at,
    render: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
]

const keyOf = ({ id }: App) => id

export function AppsPage() {
  const query = useQuery(appsQuery)
  const [isCreating, setCreating] = useState(false)
  const create = <CreateAppButton onClick={() => setCreating(true)} />
  return (
    <>
      <PageHeader
        title="Apps"
        sentence="The apps you own, are a member of, or reach through an organization."
        action={query.data?.length === 0 ? undefined : create}
      />
      <Loaded query={query} what="apps">
        {(apps) => (apps.length === 0 ? <NoApps create={create} /> : <Apps apps={apps} />)}
      </Loaded>
      {isCreating && (
        <Suspense>
          <CreateAppDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

function CreateAppButton({ onClick }: Readonly<{ onClick: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      appearance="primary"
      icon={<AddRegular />}
      onClick={onClick}
      // The dialog is on its way before the click is done.
      onPointerEnter={() => void loadDialog()}
    >
      Create app
    </Button>
  )
}

function Apps({ apps }: Readonly<{ apps: readonly App[] }>) {
  return (
    <DataTable
      caption="Apps"
      rows={apps}
      columns={COLUMNS}
      keyOf={keyOf}
      defaultSort="name"
      filterLabel="Filter apps"
    />
  )
}

function NoApps({ create }: Readonly<{ create: React.ReactNode }>) {
  return (
    <EmptyState
      title="No apps yet"
      text="Apps you own or are a member of stand here. You have none, and nobody has invited you to one."
      action={create}
      command='appcenter apps create --display-name "Tide Tables" --os Linux --platform Custom'
    />
  )
}

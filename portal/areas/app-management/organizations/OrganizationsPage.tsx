import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { administeredQuery, type Organization, organizationsQuery } from './queries.ts'

const CreateOrganizationDialog = lazy(async () => ({
  default: (await import('./CreateOrganizationDialog.tsx')).CreateOrganizationDialog,
}))

type Row = Organization & Readonly<{ isAdmin: boolean }>

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    share: 4,
    value: ({ display_name }) => display_name,
    render: ({ display_name, name }) => (
      <PageLink to={paths.org} params={{ org: name }}>
        {display_name}
      </PageLink>
    ),
  },
  { key: 'address', header: 'Name in URLs', share: 3, value: ({ name }) => name },
  {
    key: 'admin',
    header: 'Admin',
    share: 2,
    value: ({ isAdmin }) => (isAdmin ? 'Yes' : 'No'),
  },
  {
    key: 'created',
    header: 'Created',
    share: 2,
    value: ({ created_at }) => created_at,
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const keyOf = ({ id }: Row) => id

export function OrganizationsPage() {
  const query = useQuery(organizationsQuery)
  const { data: administered = [] } = useQuery(administeredQuery)
  const admin = new Set(administered.map(({ id }) => id))
  const [isCreating, setCreating] = useState(false)
  const create = <CreateButton onClick={() => setCreating(true)} />
  return (
    <>
      <PageHeader
        title="Organizations"
        sentence="Use organizations to share apps and manage the people who work on them."
        action={query.data?.length === 0 ? undefined : create}
      />
      <Loaded query={query} what="organizations">
        {(found) =>
          found.length === 0 ? (
            <NoOrganizations create={create} />
          ) : (
            <Rows rows={found.map((one) => ({ ...one, isAdmin: admin.has(one.id) }))} />
          )
        }
      </Loaded>
      {isCreating && (
        <Suspense>
          <CreateOrganizationDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}

function CreateButton({ onClick }: Readonly<{ onClick: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button {...restoreFocus} appearance="primary" icon={<AddRegular />} onClick={onClick}>
      Create organization
    </Button>
  )
}

function Rows({ rows }: Readonly<{ rows: readonly Row[] }>) {
  return (
    <DataTable
      caption="Organizations"
      rows={rows}
      columns={COLUMNS}
      keyOf={keyOf}
      defaultSort="name"
      filterLabel="Filter organizations"
    />
  )
}

function NoOrganizations({ create }: Readonly<{ create: React.ReactNode }>) {
  return (
    <EmptyState
      title="No organizations yet"
      text="Organizations that you are a member of appear here. Create an organization to share apps with other people."
      action={create}
      command='binnacle orgs create "Harbour Office"'
    />
  )
}

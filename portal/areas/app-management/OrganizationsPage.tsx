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
import { type Organization, organizationsQuery } from './queries.ts'
import { administeredQuery } from './queries-organizations.ts'

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
  { key: 'address', header: 'Name in addresses', share: 3, value: ({ name }) => name },
  {
    key: 'admin',
    header: 'You are an admin',
    share: 2,
    value: ({ isAdmin }) => (isAdmin ? 'yes' : 'no'),
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
        sentence="An organization owns apps together with the people who work on them."
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
      text="Organizations you are a member of stand here. You are in none, and your apps are your own until you transfer them."
      action={create}
      command='binnacle orgs create "Harbour Office"'
    />
  )
}

import { APP_PATHS } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import type { App } from './queries.ts'

const roleOf = ({ member_permissions: [role] }: App): string => role ?? ''

/** What the command line and addresses call it. */
function addressOf({ owner, name }: App): string {
  return `${owner.name}/${name}`
}

const COLUMNS: readonly Column<App>[] = [
  {
    key: 'name',
    header: 'Name',
    share: 4,
    value: ({ display_name }) => display_name,
    render: ({ display_name, name, owner }) => (
      <PageLink to={APP_PATHS[owner.type].overview} params={{ owner: owner.name, app: name }}>
        {display_name}
      </PageLink>
    ),
  },
  {
    key: 'address',
    header: 'Owner/name',
    share: 4,
    value: addressOf,
    render: (app) => <code title={addressOf(app)}>{addressOf(app)}</code>,
  },
  { key: 'owner', header: 'Owner', share: 2.5, value: ({ owner }) => owner.display_name },
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

export function AppsTable({ apps }: Readonly<{ apps: readonly App[] }>) {
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

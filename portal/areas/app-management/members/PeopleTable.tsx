import { useMemo } from 'react'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { type PersonActions, PersonMenu } from './PersonMenu.tsx'
import { keyOfPerson, type Person } from './people.ts'

type Props<Role extends string> = Readonly<{
  people: readonly Person<Role>[]
  actions: PersonActions<Role>
}>

/** Members and pending invitations in one list, with the same columns and actions. */
export function PeopleTable<Role extends string>({ people, actions }: Props<Role>) {
  const columns = useMemo(() => columnsWith(actions), [actions])
  return (
    <DataTable
      caption="Members and invitations"
      rows={people}
      columns={columns}
      keyOf={keyOfPerson}
      defaultSort="name"
      filterLabel="Filter members"
    />
  )
}

const columnsWith = <Role extends string>(
  actions: PersonActions<Role>,
): readonly Column<Person<Role>>[] => [
  {
    key: 'name',
    header: 'Name',
    share: 3,
    value: ({ displayName, isYou }) => (isYou ? `${displayName} (you)` : displayName),
  },
  {
    key: 'email',
    header: 'E-mail',
    share: 3.5,
    value: ({ email }) => email,
  },
  { key: 'role', header: 'Role', share: 1.5, value: ({ role }) => role },
  {
    key: 'status',
    header: 'Status',
    share: 3,
    value: ({ status }) => status,
    render: (person) => <Status {...person} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 1,
    isActions: true,
    value: () => '',
    render: (person) => <PersonMenu {...actions} person={person} />,
  },
]

function Status({ status, endsAt, joinedAt }: Person) {
  const at = endsAt ?? joinedAt
  if (at === undefined) return status
  return (
    <>
      {endsAt ? `${status}, expires ` : `${status} `}
      <RelativeTime at={at} />
    </>
  )
}

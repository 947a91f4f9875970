import { useMemo } from 'react'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/data-table-parts.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type PersonActions, PersonMenu } from './PersonMenu.tsx'
import { keyOfPerson, type Person } from './people.ts'

type Props<Role extends string> = Readonly<{
  people: readonly Person<Role>[]
  actions: PersonActions<Role>
}>

/** Members and those who have been invited, in one list: the same questions are asked about both. */
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
  { key: 'email', header: 'E-mail', share: 3.5, value: ({ email }) => email },
  { key: 'role', header: 'Role', share: 1.5, value: ({ role }) => role },
  {
    key: 'standing',
    header: 'Standing',
    share: 3,
    value: ({ standing }) => standing,
    render: (person) => <Standing {...person} />,
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

function Standing({ standing, endsAt, joinedAt }: Person) {
  const at = endsAt ?? joinedAt
  if (at === undefined) return standing
  return (
    <>
      {endsAt ? `${standing}, ends ` : `${standing} `}
      <RelativeTime at={at} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/page/PageLink.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { useTableView } from '../../ui/table/useTableView.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { KINDS } from './principals.ts'
import {
  type Access,
  type AccessOfPerson,
  accessOfPersonQuery,
  accessQuery,
  MAX_LISTED,
  personQuery,
} from './queries.ts'
import { SubscriptionLayout } from './SubscriptionLayout.tsx'

type WithAccess = Pick<Access, 'role' | 'through'>
type Source = WithAccess['through'][number]

/** What somebody may do, and what it is that lets them. */
const accessColumns = <Row extends WithAccess>(): readonly Column<Row>[] => [
  { key: 'role', header: 'Role', share: 2, value: ({ role }) => role },
  {
    key: 'through',
    header: 'Through',
    share: 6,
    value: ({ through }) => through.map(describe).join(', '),
    render: ({ through }) =>
      through.map((source) => <SourceLine key={source.principal_id} source={source} />),
  },
]

function SourceLine({ source }: Readonly<{ source: Source }>) {
  return (
    <div>
      {describe(source)}
      {source.ends_at && (
        <>
          {', ends '}
          <RelativeTime at={source.ends_at} />
        </>
      )}
    </div>
  )
}

function describe({ kind, name, role }: Source): string {
  const isDirect = kind === 'account' || kind === 'service'
  return isDirect ? `Own role: ${role}` : `${KINDS[kind].name} ${name}: ${role}`
}

const PEOPLE: readonly Column<Access>[] = [
  {
    key: 'name',
    header: 'Name',
    share: 3,
    value: ({ display_name }) => display_name,
    words: ({ display_name, name }) => `${display_name} ${name}`,
    render: ({ kind, principal_id, display_name }) =>
      kind === 'account' ? (
        <PageLink to="." search={{ account: principal_id }}>
          {display_name}
        </PageLink>
      ) : (
        display_name
      ),
  },
  {
    key: 'email',
    header: 'E-mail or client ID',
    share: 3.5,
    value: ({ email, name }) => email ?? name,
  },
  ...accessColumns<Access>(),
]

const keyOfPerson = ({ principal_id }: Access) => principal_id
const hasEnd = ({ through }: Access) => through.some(({ ends_at }) => ends_at !== undefined)

/** Who has access now, and through what. */
export function AccessPage() {
  const { account } = useSearch({ strict: false })
  return (
    <SubscriptionLayout section="Access">
      {({ id }) =>
        typeof account === 'string' ? (
          <WherePersonHas account={account} />
        ) : (
          <WhoHasAccess key={id} id={id} />
        )
      }
    </SubscriptionLayout>
  )
}

function WhoHasAccess({ id }: Readonly<{ id: string }>) {
  const [{ filter = '' }] = useTableView()
  const query = useQuery(accessQuery(id, filter))
  return (
    <Loaded query={query} what="access">
      {(found) =>
        found.length === 0 && filter === '' ? (
          <EmptyState
            title="Nobody has access"
            text="People and service accounts that have access appear here, and what gives it to them. To give access, give a role."
            command={`binnacle operator access list ${id} --people`}
          />
        ) : (
          <>
            {found.length >= MAX_LISTED && (
              <p>{`Only the first ${MAX_LISTED} are listed. The filter finds others.`}</p>
            )}
            {found.some(hasEnd) && (
              <p>
                Each sign-in at the issuer checks the groups again. Without one, access through a
                group ends at the time shown.
              </p>
            )}
            <DataTable
              caption="Who has access"
              rows={found}
              columns={PEOPLE}
              keyOf={keyOfPerson}
              defaultSort="name"
              filterLabel="Find by name or e-mail"
            />
          </>
        )
      }
    </Loaded>
  )
}

const SUBSCRIPTIONS: readonly Column<AccessOfPerson>[] = [
  {
    key: 'subscription',
    header: 'Subscription',
    share: 4,
    value: ({ display_name }) => display_name,
    words: ({ display_name, subscription_id }) => `${display_name} ${subscription_id}`,
    render: ({ display_name, subscription_id }) => (
      <PageLink to={paths.operateAccess} params={{ subscription: subscription_id }}>
        {display_name}
      </PageLink>
    ),
  },
  ...accessColumns<AccessOfPerson>(),
]

const keyOfSubscription = ({ subscription_id }: AccessOfPerson) => subscription_id

/** Where one person has access, and through what. */
function WherePersonHas({ account }: Readonly<{ account: string }>) {
  const { data: person } = useQuery(personQuery(account))
  const name = person?.display_name ?? account
  return (
    <Section
      title={`Access of ${name}`}
      {...(person && { sentence: `${person.name}, ${person.email}` })}
    >
      <Loaded query={useQuery(accessOfPersonQuery(account))} what="person">
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              title="No access"
              text={`${name} does not have access to any subscription.`}
              command={`binnacle operator access of ${person?.email ?? account}`}
            />
          ) : (
            <DataTable
              caption={`Subscriptions that ${name} has access to`}
              rows={found}
              columns={SUBSCRIPTIONS}
              keyOf={keyOfSubscription}
              defaultSort="subscription"
              filterLabel="Filter subscriptions"
            />
          )
        }
      </Loaded>
    </Section>
  )
}

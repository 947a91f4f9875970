import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { EmptyState } from '../../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../../ui/table/DataTable.tsx'
import type { Column } from '../../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../../ui/text/RelativeTime.tsx'
import { AccountTabs } from '../AccountTabs.tsx'
import { grantsQuery, type UserGrant } from './queries.ts'

const WithdrawDialog = lazy(async () => ({
  default: (await import('./WithdrawDialog.tsx')).WithdrawDialog,
}))

/** As the page says it on which access is allowed. */
const MEANINGS: Readonly<Record<string, string>> = {
  account: 'Apps, organizations and API tokens',
  user_impersonation: 'Service health and quota',
  offline_access: 'Stays signed in',
}

const scopesOf = ({ scopes }: UserGrant) =>
  scopes.map((scope) => MEANINGS[scope] ?? scope).join(' · ')

const columnsOf = (onWithdraw: (grant: UserGrant) => void): readonly Column<UserGrant>[] => [
  { key: 'name', header: 'Application', share: 3, value: ({ client }) => client.name },
  { key: 'scopes', header: 'Access to', share: 4, value: scopesOf },
  {
    key: 'since',
    header: 'Since',
    share: 1.5,
    value: ({ granted_at }) => granted_at,
    render: ({ granted_at }) => <RelativeTime at={granted_at} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 2,
    isActions: true,
    value: () => '',
    render: (grant) => <WithdrawButton grant={grant} onWithdraw={onWithdraw} />,
  },
]

const keyOf = ({ client }: UserGrant) => client.id

export function GrantsPage() {
  const query = useQuery(grantsQuery)
  const [withdrawn, setWithdrawn] = useState<UserGrant>()
  const columns = useMemo(() => columnsOf(setWithdrawn), [])
  return (
    <>
      <PageHeader
        title="Account settings"
        section="Applications"
        sentence="Applications that you have allowed to act on your behalf, such as the command line."
      />
      <AccountTabs active="grants" />
      <Loaded query={query} what="applications">
        {(grants) =>
          grants.length === 0 ? (
            <EmptyState
              title="No applications"
              text="Applications appear here after you have signed in to them with your Binnacle account and granted them access."
            />
          ) : (
            <DataTable
              caption="Applications"
              rows={grants}
              columns={columns}
              keyOf={keyOf}
              defaultSort="name"
              filterLabel="Filter applications"
            />
          )
        }
      </Loaded>
      {withdrawn && (
        <Suspense>
          <WithdrawDialog grant={withdrawn} onClose={() => setWithdrawn(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type ButtonProps = Readonly<{ grant: UserGrant; onWithdraw: (grant: UserGrant) => void }>

function WithdrawButton({ grant, onWithdraw }: ButtonProps) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      aria-label={`Withdraw ${grant.client.name}`}
      onClick={() => onWithdraw(grant)}
    >
      Withdraw
    </Button>
  )
}

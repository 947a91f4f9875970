import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ChangeResult } from '../../ui/form/ChangeResult.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { useKnownNames } from '../events/compose/fields/useKnownNames.ts'
import {
  changeFootprint,
  footprintQuery,
  operatorSubscriptions,
  type ServiceRegion,
  type Subscription,
} from './queries.ts'
import { SubscriptionLayout } from './SubscriptionLayout.tsx'

const AddServicesDialog = lazy(async () => ({
  default: (await import('./AddServicesDialog.tsx')).AddServicesDialog,
}))

const COLUMNS: readonly Column<ServiceRegion>[] = [
  {
    key: 'service',
    header: 'Service',
    share: 1,
    // Also names the checkbox of the row.
    value: ({ service, region }) => `${service} in ${region}`,
    render: ({ service }) => service,
  },
  { key: 'region', header: 'Region', share: 1, value: ({ region }) => region },
]

const keyOf = ({ service, region }: ServiceRegion) => `${service}@${region}`

/** Which services the subscription uses in which regions: events for these reach it. */
export function FootprintPage() {
  const restoreFocus = useRestoreFocusTarget()
  const [isAdding, setAdding] = useState(false)
  // They may need a sign-in, which must not take the dialog away that offers them.
  useKnownNames()
  const add = ({ retired_at }: Subscription) =>
    retired_at === null && (
      <Button
        {...restoreFocus}
        appearance="primary"
        icon={<AddRegular />}
        onClick={() => setAdding(true)}
      >
        Add services
      </Button>
    )
  return (
    <SubscriptionLayout section="Footprint" action={add}>
      {({ id }) => (
        <>
          <Services id={id} />
          {isAdding && (
            <Suspense>
              <AddServicesDialog subscription={id} onClose={() => setAdding(false)} />
            </Suspense>
          )}
        </>
      )}
    </SubscriptionLayout>
  )
}

function Services({ id }: Readonly<{ id: string }>) {
  const change = useChange([operatorSubscriptions])
  const remove = (selected: readonly ServiceRegion[], clear: () => void) => {
    const run = () => changeFootprint(id, { remove: [...selected] })
    const done = `${selected.length} removed from the footprint`
    const failed = 'The footprint was not changed.'
    change.mutate({ run, done, failed }, { onSuccess: clear })
  }
  return (
    <>
      <ChangeResult change={change} />
      <Loaded query={useQuery(footprintQuery(id))} what="footprint">
        {(footprint) =>
          footprint.length === 0 ? (
            <EmptyState
              title="No services yet"
              text="Events for a service in a region reach the subscriptions that use it. Add the services that this subscription uses."
              command={`binnacle operator subscriptions footprint ${id} --add "Storage@West US"`}
            />
          ) : (
            <DataTable
              caption="Footprint"
              rows={footprint}
              columns={COLUMNS}
              keyOf={keyOf}
              defaultSort="service"
              filterLabel="Filter services"
              bulkActions={(selected, clear) => (
                <Button
                  size="small"
                  disabledFocusable={change.isPending}
                  onClick={() => remove(selected, clear)}
                >
                  {selected.length === 1
                    ? 'Remove 1 service'
                    : `Remove ${selected.length} services`}
                </Button>
              )}
            />
          )
        }
      </Loaded>
    </>
  )
}

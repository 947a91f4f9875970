import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { PERMISSION_NOTICE_ID, PermissionNotice } from '../../../ui/form/PermissionNotice.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { HealthLayout } from '../HealthLayout.tsx'
import { notificationColumns } from './notification-columns.tsx'
import { type Notification, notificationsQuery } from './queries.ts'
import { WHO_CAN } from './words.ts'

const loadCreation = () => import('./form/Creation.tsx')
const Creation = lazy(async () => ({ default: (await loadCreation()).Creation }))

const keyOf = ({ id }: Notification) => id

/** Two lines, as most addresses need. */
const ROW_HEIGHT = 53

/** Where a subscription is told of its events. */
export function NotificationsPage() {
  const subscription = useSubscriptionId()
  const query = useQuery(notificationsQuery(subscription))
  const [isCreating, setCreating] = useState(false)
  const restoreFocus = useRestoreFocusTarget()
  const canChange = query.data?.canChange === true
  const isRefused = query.data?.canChange === false
  const create = (
    <Button
      {...restoreFocus}
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={!canChange}
      {...(isRefused && { 'aria-describedby': PERMISSION_NOTICE_ID })}
      onClick={() => setCreating(true)}
      onPointerEnter={() => canChange && void loadCreation()}
    >
      Create notification
    </Button>
  )
  return (
    <HealthLayout section="Notifications" action={create}>
      {isRefused && <PermissionNotice sentence={WHO_CAN} />}
      <Loaded query={query} what="notifications">
        {({ value }) => <Listed notifications={value} subscription={subscription} />}
      </Loaded>
      {isCreating && query.data && (
        <Suspense>
          <Creation
            subscription={subscription}
            taken={query.data.value.map(({ name }) => name)}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </HealthLayout>
  )
}

type ListedProps = Readonly<{ notifications: readonly Notification[]; subscription: string }>

function Listed({ notifications, subscription }: ListedProps) {
  const columns = useMemo(() => notificationColumns(subscription), [subscription])
  if (notifications.length === 0) {
    return (
      <EmptyState
        title="No notifications yet"
        text="A notification sends each event that affects this subscription to a web hook, a Slack or Teams channel, or an e-mail address. Create one here, or with this command:"
        command={`binnacle notifications create on-call --kind webhook --address https://hooks.example.com/health --subscription ${subscription}`}
      />
    )
  }
  return (
    <DataTable
      caption="Notifications"
      rows={notifications}
      columns={columns}
      rowHeight={ROW_HEIGHT}
      keyOf={keyOf}
      defaultSort="name"
      filterLabel="Filter notifications"
    />
  )
}

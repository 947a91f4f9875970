import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { ChangeResult } from '../../../../ui/form/ChangeResult.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { EmptyState } from '../../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../../ui/state/Loaded.tsx'
import {
  type Delivery,
  deliveriesQuery,
  intervalOf,
  type Notification,
  type Target,
} from '../queries.ts'
import type { Follow } from '../useFollow.ts'
import { canSendTo } from '../words.ts'
import { DeliveryTable } from './DeliveryTable.tsx'
import { useReplay } from './useReplay.ts'

const AttemptsDialog = lazy(async () => ({
  default: (await import('./AttemptsDialog.tsx')).AttemptsDialog,
}))
const ReplayDialog = lazy(async () => ({
  default: (await import('./ReplayDialog.tsx')).ReplayDialog,
}))

type Props = Readonly<{
  notification: Notification
  subscription: string
  mayChange: boolean
  following: Follow
}>

/** What was sent, and what came of it. */
export function Deliveries({ notification, subscription, mayChange, following }: Props) {
  const { name } = notification
  const target: Target = useMemo(
    () => ({ subscriptionId: subscription, name }),
    [subscription, name],
  )
  const refetchInterval = intervalOf(following.isFollowing)
  const query = useQuery({ ...deliveriesQuery(target), refetchInterval })
  const [openId, setOpenId] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
  const open = useCallback(({ id }: Delivery) => setOpenId(id), [])
  const { change, sendOne, sendSpan } = useReplay(target, following.follow)
  const opened = query.data?.find(({ id }) => id === openId)
  return (
    <Section
      title="Deliveries"
      sentence="Deliveries from the last 30 days, latest first. Binnacle retries failed deliveries for up to three days, then turns the notification off. To send a held delivery, select “Send again”."
    >
      <div style={{ width: '100%' }}>
        <ChangeResult change={change} />
        <Loaded query={query} what="deliveries">
          {(deliveries) =>
            deliveries.length === 0 ? (
              <EmptyState
                title="No deliveries yet"
                text="Messages that this notification sends appear here. To see one, send a test."
              />
            ) : (
              <DeliveryTable
                deliveries={deliveries}
                subscription={subscription}
                canSend={mayChange && canSendTo(notification)}
                mayChange={mayChange}
                onOpen={open}
                onReplay={sendOne}
                onChooseSpan={() => setChoosing(true)}
              />
            )
          }
        </Loaded>
      </div>
      <Suspense>
        {opened && <AttemptsDialog delivery={opened} onClose={() => setOpenId(undefined)} />}
        {isChoosing && (
          <ReplayDialog
            onReplay={(span) => {
              setChoosing(false)
              sendSpan(span)
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </Section>
  )
}

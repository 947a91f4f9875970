import { useCallback } from 'react'
import { useChange } from '../../../../ui/form/useChange.ts'
import { type Delivery, notificationKeys, replay, type Target } from '../queries.ts'
import { subjectOf } from '../words.ts'
import type { Span } from './replay-span.ts'

type Replay = Readonly<{
  change: ReturnType<typeof useChange>
  sendOne: (delivery: Delivery) => void
  sendSpan: (span: Span) => void
}>

/** Sends deliveries again; `follow` is called when some are on their way. */
export function useReplay({ subscriptionId, name }: Target, follow: () => void): Replay {
  const change = useChange([{ queryKey: notificationKeys.one(subscriptionId, name) }])
  const { mutate } = change
  const sendOne = useCallback(
    (delivery: Delivery) =>
      mutate(
        {
          run: () => replay({ subscriptionId, name }, { deliveryId: delivery.id }),
          done: `${subjectOf(delivery)} will be sent again`,
          failed: `${subjectOf(delivery)} was not sent again.`,
          needsMessage: true,
        },
        { onSuccess: follow },
      ),
    [mutate, subscriptionId, name, follow],
  )
  const sendSpan = (span: Span) =>
    mutate(
      {
        run: () => replay({ subscriptionId, name }, span),
        done: describeReplayed,
        failed: 'No deliveries were sent again.',
        needsMessage: true,
      },
      { onSuccess: follow },
    )
  return { change, sendOne, sendSpan }
}

function describeReplayed(count: unknown): string {
  if (count === 0) return 'No deliveries were created in this period'
  return count === 1 ? '1 delivery will be sent again' : `${count} deliveries will be sent again`
}

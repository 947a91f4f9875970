import { Button } from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../../../client/api-error.ts'
import { type Event, fetchEventDetails } from '../events/queries.ts'
import { SensitiveNotice } from './SensitiveNotice.tsx'

type Props = Readonly<{
  subscription: string
  trackingId: string
  /** Whether the event has changed since its details were shown. */
  isOutdated: boolean
  onShown: (details: Event) => void
}>

const CHANGED = 'The event has changed since you opened its details. '

/** Who may not read them now may not a moment later. */
const isRefused = (error: Error | null) => error instanceof ApiError && error.status === 403

/** Asks for the sensitive parts only when the reader does: each time is recorded. */
export function SensitiveDetails({ subscription, trackingId, isOutdated, onShown }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fetchEventDetails(subscription, trackingId),
    onSuccess: onShown,
  })
  return (
    <SensitiveNotice
      error={error}
      before={isOutdated ? CHANGED : ''}
      action={
        isRefused(error) ? undefined : (
          <Button disabledFocusable={isPending} onClick={() => mutate()}>
            {error ? 'Try again' : 'Show details'}
          </Button>
        )
      }
    />
  )
}

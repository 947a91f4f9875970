import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import {
  type EventReach,
  eventQuery,
  type NewEvent,
  operatorEvents,
  publishEvent,
} from '../queries.ts'
import { listReached } from './reach-words.ts'
import { forgetDraft } from './useDraft.ts'

type Props = Readonly<{ event: NewEvent; reach: EventReach; onClose: () => void }>

/** Asks once; then the page of the event is next. */
export function PublishDialog({ event, reach, onClose }: Props) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // The same as long as the dialog is open: whoever presses the button again publishes once.
  const [key] = useState(() => crypto.randomUUID())
  const { mutate, isPending, error } = useChange([operatorEvents])
  const change = {
    async run() {
      const published = await publishEvent(event, key)
      const { trackingId } = published
      forgetDraft()
      queryClient.setQueryData(eventQuery(trackingId).queryKey, published)
      await navigate({ to: paths.operateEvent, params: { trackingId } })
    },
    done: `Published to ${reach.summary}`,
    failed: 'The event was not published.',
  }
  const seen =
    reach.subscriptions === 0
      ? 'No subscription will see it yet.'
      : `The readers of ${reach.summary} (${listReached(reach)}) will see it immediately.`
  return (
    <ConfirmDialog
      title={`Publish ${event.isDrill ? 'the drill ' : ''}${event.properties?.title ?? 'the event'}?`}
      consequence={`${seen} You can update and resolve an event, but you cannot delete it.`}
      action={`Publish to ${reach.summary}`}
      isHarmless
      isBusy={isPending}
      onConfirm={() => mutate(change)}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}

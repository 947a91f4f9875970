import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { type Feed, feedsQuery, revokeFeed } from './queries.ts'

type Props = Readonly<{ subscription: string; feed: Feed; onClose: () => void }>

export function RevokeFeedDialog({ subscription, feed, onClose }: Props) {
  const { mutate, isPending, error } = useChange([feedsQuery(subscription)])
  const revoke = () =>
    mutate(
      {
        run: () => revokeFeed(subscription, feed.id),
        done: `Feed ${feed.description} revoked`,
        failed: '',
      },
      {
        onSuccess() {
          onClose()
          // The button that led here went with its row.
          document.querySelector('h1')?.focus()
        },
      },
    )
  return (
    <ConfirmDialog
      title={`Revoke ${feed.description}?`}
      consequence="Programs that read the feed will start receiving 404 responses. You cannot undo this."
      action="Revoke feed"
      isBusy={isPending}
      onConfirm={revoke}
      onCancel={onClose}
    >
      {error && <FormError title="The feed was not revoked." error={error} />}
    </ConfirmDialog>
  )
}

import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useState } from 'react'
import type { useChange } from '../../../ui/form/useChange.ts'
import { type OperatorEvent, type Revising, reviseEvent } from '../queries.ts'
import { useRequestKey } from './useRequestKey.ts'
import { canTake } from './where.ts'

const ReviseDialog = lazy(async () => ({
  default: (await import('./ReviseDialog.tsx')).ReviseDialog,
}))
const ReviewDialog = lazy(async () => ({
  default: (await import('./ReviewDialog.tsx')).ReviewDialog,
}))
const FalsePositiveDialog = lazy(async () => ({
  default: (await import('./FalsePositiveDialog.tsx')).FalsePositiveDialog,
}))

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

type Action = Revising[0]

const BUTTONS: readonly (readonly [Action, string])[] = [
  ['updates', 'Post update'],
  ['resolve', 'Resolve'],
  ['reopen', 'Reopen'],
  ['reviews', 'Attach review'],
  ['false-positive', 'Mark as false positive'],
]

/** An action that would change nothing cannot be taken. */
function isOpenTo(action: Action, published: OperatorEvent): boolean {
  if (action === 'reviews') return true
  if (action === 'false-positive') {
    return !published.event.properties.eventTags?.includes('False Positive')
  }
  return canTake(action, published)
}

type Props = Readonly<{ published: OperatorEvent; change: ReturnType<typeof useChange> }>

/** What an operator can do with an event. Each is one more revision, and the page shows what follows. */
export function EventActions({ published, change }: Props) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const [opened, setOpened] = useState<Action>()
  return (
    <div className={styles.actions}>
      {BUTTONS.map(([action, label]) => (
        <Button
          key={action}
          {...restoreFocus}
          appearance={action === 'updates' ? 'primary' : 'secondary'}
          disabledFocusable={!isOpenTo(action, published)}
          onClick={() => {
            if (!isOpenTo(action, published)) return
            change.reset()
            setOpened(action)
          }}
        >
          {label}
        </Button>
      ))}
      {opened && (
        <Suspense>
          <OpenedDialog
            action={opened}
            published={published}
            change={change}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

type OpenedProps = Props & Readonly<{ action: Action; onClose: () => void }>

function OpenedDialog({ action, published, change, onClose }: OpenedProps) {
  const keyFor = useRequestKey()
  const props = {
    published,
    isBusy: change.isPending,
    error: change.error,
    onRevise: (revising: Revising, done: string, failed: string) => {
      const run = () => reviseEvent(published.trackingId, revising, keyFor(revising))
      change.mutate({ run, done, failed, needsMessage: true }, { onSuccess: onClose })
    },
    onClose: () => {
      // What was not done is of no interest once it was given up.
      if (change.error) change.reset()
      onClose()
    },
  }
  if (action === 'reviews') return <ReviewDialog {...props} />
  if (action === 'false-positive') return <FalsePositiveDialog {...props} />
  return <ReviseDialog {...props} action={action} />
}

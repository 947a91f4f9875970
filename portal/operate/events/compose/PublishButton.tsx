import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useState } from 'react'
import type { EventReach, NewEvent } from '../queries.ts'
import { ClearButton } from './ClearButton.tsx'
import type { Missing } from './draft.ts'

const PublishDialog = lazy(async () => ({
  default: (await import('./PublishDialog.tsx')).PublishDialog,
}))

const useStyles = makeStyles({
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
})

const HINTS: Readonly<Record<Missing, string>> = {
  title: 'Enter a title.',
  service: 'Enter a service.',
  subscriptions: 'List the subscriptions.',
  links: 'Correct the links.',
  end: 'Correct the end.',
}

type Props = Readonly<{
  event: NewEvent
  missing: readonly Missing[]
  reach: EventReach | undefined
  onClear: () => void
}>

export function PublishButton({ event, missing, reach, onClear }: Props) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  const isReady = missing.length === 0 && reach !== undefined
  return (
    <div className={styles.actions}>
      <Button
        {...restoreFocus}
        appearance="primary"
        disabledFocusable={!isReady}
        onClick={() => isReady && setOpen(true)}
      >
        {reach ? `Publish to ${reach.summary}` : 'Publish'}
      </Button>
      <ClearButton onClear={onClear} />
      {missing.length > 0 && <span>{missing.map((one) => HINTS[one]).join(' ')}</span>}
      {isOpen && reach && (
        <Suspense>
          <PublishDialog event={event} reach={reach} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

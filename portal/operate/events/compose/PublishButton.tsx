import { makeStyles, tokens } from '@fluentui/react-components'
import { lazy } from 'react'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'
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
  const isReady = missing.length === 0 && reach !== undefined
  return (
    <div className={styles.actions}>
      <DialogButton
        appearance="primary"
        disabledFocusable={!isReady}
        dialog={(close) => reach && <PublishDialog event={event} reach={reach} onClose={close} />}
      >
        {reach ? `Publish to ${reach.summary}` : 'Publish'}
      </DialogButton>
      <ClearButton onClear={onClear} />
      {missing.length > 0 && <span>{missing.map((one) => HINTS[one]).join(' ')}</span>}
    </div>
  )
}

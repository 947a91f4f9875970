import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { findMissing, hasAudience } from './draft.ts'
import { AudienceFields } from './fields/AudienceFields.tsx'
import { EventFields } from './fields/EventFields.tsx'
import { MoreFields } from './fields/MoreFields.tsx'
import { toNewEvent, toPreview, toReachInput } from './new-event.ts'
import { Preview } from './Preview.tsx'
import { PublishButton } from './PublishButton.tsx'
import { ReachNotice } from './ReachNotice.tsx'
import { useDraft } from './useDraft.ts'
import { useReach } from './useReach.ts'

const useStyles = makeStyles({
  // Beside each other where both have room to be read.
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 26rem), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalXXXL,
  },
  form: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXXL,
    minWidth: 0,
  },
})

/** The event before it is published: its fields, how readers see it, and whom it reaches. */
export function ComposeForm({ isDrill }: Readonly<{ isDrill: boolean }>) {
  const styles = useStyles()
  const [openedAt] = useState(() => new Date())
  const { draft, change, clear } = useDraft(openedAt, isDrill)
  const { reach, error } = useReach(hasAudience(draft) ? toReachInput(draft) : undefined)
  return (
    <div className={styles.columns}>
      <form
        className={styles.form}
        aria-label="Event"
        noValidate
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <EventFields draft={draft} onChange={change} />
        <AudienceFields draft={draft} onChange={change} />
        <MoreFields draft={draft} onChange={change} />
        <ReachNotice draft={draft} reach={reach} error={error} onChange={change} />
        <PublishButton
          event={toNewEvent(draft)}
          missing={findMissing(draft)}
          reach={reach}
          onClear={clear}
        />
      </form>
      <Preview event={toPreview(draft, openedAt)} />
    </div>
  )
}

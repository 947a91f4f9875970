import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import { TYPE_NAMES } from '../../../../areas/service-health/events/event-summary.ts'
import { LEVELS, TYPES } from '../../../../areas/service-health/events/event-view.ts'
import { TimeField } from '../../../../ui/form/TimeField.tsx'
import { ChoiceField, TextField } from '../../form-fields.tsx'
import { type Draft, findMissing } from '../draft.ts'
import { FieldGroup } from './FieldGroup.tsx'

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
})

export type FieldsProps = Readonly<{ draft: Draft; onChange: (changed: Partial<Draft>) => void }>

const TYPE_OPTIONS = TYPES.map((type) => [type, TYPE_NAMES[type]] as const)
const LEVEL_OPTIONS = [['', 'None'], ...LEVELS.map((level) => [level, level] as const)] as const
/** What a select has as its value is one of its options. */
const pick = <Value extends string>(known: readonly Value[], value: string): Value | undefined =>
  known.find((one) => one === value)

export function EventFields({ draft, onChange }: FieldsProps) {
  const styles = useStyles()
  const isBackwards = findMissing(draft).includes('end')
  return (
    <FieldGroup title="What is happening">
      <div className={styles.pair}>
        <ChoiceField
          label="Type"
          value={draft.eventType}
          options={TYPE_OPTIONS}
          onType={(value) => onChange({ eventType: pick(TYPES, value) ?? draft.eventType })}
        />
        <ChoiceField
          label="Level"
          value={draft.eventLevel}
          options={LEVEL_OPTIONS}
          onType={(value) => onChange({ eventLevel: pick(LEVELS, value) ?? '' })}
        />
      </div>
      <TextField
        label="Title"
        isRequired
        maxLength={1000}
        value={draft.title}
        onType={(title) => onChange({ title })}
      />
      <TextField
        label="Summary"
        rows={4}
        maxLength={20_000}
        value={draft.summary}
        onType={(summary) => onChange({ summary })}
      />
      <div className={styles.pair}>
        <TimeField label="Start" value={draft.start} onType={(start) => onChange({ start })} />
        <TimeField
          label="End"
          hint="Leave this field empty if the end is not known yet."
          problem={isBackwards ? 'The end is before the start. Enter a later end.' : undefined}
          value={draft.end}
          onType={(end) => onChange({ end })}
        />
      </div>
      <Checkbox
        label="Sensitive: only owners and contributors can read the summary, description and updates"
        checked={draft.isSensitive}
        onChange={(_event, { checked }) => onChange({ isSensitive: checked === true })}
      />
    </FieldGroup>
  )
}

import { Checkbox, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { TextField } from '../../form-fields.tsx'
import type { AudienceKind, Draft } from '../draft.ts'
import type { FieldsProps } from './EventFields.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { ImpactFields } from './ImpactFields.tsx'

const AUDIENCES: readonly (readonly [AudienceKind, string])[] = [
  ['footprint', 'Subscriptions that use these services in these regions'],
  ['subscriptions', 'Listed subscriptions'],
  ['everyone', 'All subscriptions'],
]

function toPublicity({ audience, isSensitive }: Draft): string {
  if (audience !== 'everyone') {
    return 'The event is not public: it is not on the status page, and only these subscriptions receive it.'
  }
  return isSensitive
    ? 'The event is not public: all subscriptions receive it, but it is not on the status page.'
    : 'The event is public: the status page, if it is on, shows it without a sign-in.'
}

export function AudienceFields({ draft, onChange }: FieldsProps) {
  return (
    <FieldGroup title="Impact and audience">
      <ImpactFields
        rows={draft.impact}
        isRequired={draft.audience === 'footprint'}
        onChange={(impact) => onChange({ impact })}
      />
      <Field label="Audience" hint={toPublicity(draft)}>
        <RadioGroup
          value={draft.audience}
          onChange={(_event, { value }) => {
            const chosen = AUDIENCES.find(([kind]) => kind === value)
            if (chosen) onChange({ audience: chosen[0] })
          }}
        >
          {AUDIENCES.map(([kind, label]) => (
            <Radio key={kind} value={kind} label={label} />
          ))}
        </RadioGroup>
      </Field>
      {draft.audience === 'subscriptions' && (
        <>
          <TextField
            label="Subscription ids"
            isRequired
            rows={3}
            hint="One per line, or separated by commas."
            maxLength={700_000}
            value={draft.subscriptions}
            onType={(subscriptions) => onChange({ subscriptions })}
          />
          <Checkbox
            label="Drill: marked as an exercise and sent only to notifications that include drills"
            checked={draft.isDrill}
            onChange={(_event, { checked }) => onChange({ isDrill: checked === true })}
          />
        </>
      )}
    </FieldGroup>
  )
}

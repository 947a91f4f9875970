import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons'
import { AT_NARROW } from '../../../ui/theme/media.ts'
import { namesOf } from '../limits/limits-in-view.ts'
import { formatAmount, formatCount, type Limit, type Preflight } from '../quota-api.ts'
import { OutcomeMark } from './OutcomeMark.tsx'
import { findLimit, type RequestRow, readLimit } from './request-rows.ts'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalM} 0`,
    border: 'none',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    margin: 0,
    minWidth: 0,
  },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr) minmax(0, 2fr) max-content',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    [AT_NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // As far down as the fields beside it, whose labels are above them.
  remove: { marginTop: '26px', [AT_NARROW]: { marginTop: 0, justifySelf: 'start' } },
  select: { minWidth: 0 },
})

type Props = Readonly<{
  row: RequestRow
  number: number
  limits: readonly Limit[]
  prediction: Preflight | undefined
  subscription: string
  onChange: (change: Partial<RequestRow>) => void
  onRemove: (() => void) | undefined
}>

/** One limit to ask for, and below it what would happen. */
export function RequestRowFields({
  row,
  number,
  limits,
  prediction,
  subscription,
  onChange,
  onRemove,
}: Props) {
  const styles = useStyles()
  const ofProvider = limits.filter(({ provider }) => provider === row.provider)
  const ofLocation = ofProvider.filter(({ location }) => location === row.location)
  const current = findLimit(limits, row)
  const isWrong = row.limit !== '' && readLimit(row.limit) === undefined
  return (
    <fieldset className={styles.row} aria-label={`Limit ${number}`}>
      <div className={styles.fields}>
        <Choice
          label="Provider"
          value={row.provider}
          options={namesOf(limits.map(({ provider }) => provider)).map((name) => [name, name])}
          onChoose={(provider) => onChange({ provider, location: '', resource: '' })}
        />
        <Choice
          label="Location"
          value={row.location}
          options={namesOf(ofProvider.map(({ location }) => location)).map((name) => [name, name])}
          onChoose={(location) => onChange({ location })}
        />
        <Choice
          label="Resource"
          value={row.resource}
          options={ofLocation.map(({ resource, displayName }) => [resource, displayName])}
          onChoose={(resource) => onChange({ resource })}
        />
        <Field
          label="New limit"
          required
          {...(current && { hint: hintOf(current) })}
          {...(isWrong && {
            validationState: 'error' as const,
            validationMessage: 'Enter a whole number of at most 2,147,483,647.',
          })}
        >
          <Input
            inputMode="numeric"
            value={row.limit}
            onChange={(_event, { value }) => onChange({ limit: value })}
          />
        </Field>
        {onRemove && (
          <Button
            className={styles.remove}
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Remove limit ${number}`}
            onClick={onRemove}
          />
        )}
      </div>
      <div role="status">
        {prediction && <OutcomeMark prediction={prediction} subscription={subscription} />}
      </div>
    </fieldset>
  )
}

const hintOf = ({ currentValue, limit, unit }: Limit) =>
  `Now ${formatCount(currentValue)} of ${formatAmount(limit, unit)} used`

type ChoiceProps = Readonly<{
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}>

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const { select } = useStyles()
  const isListed = value === '' || options.some(([option]) => option === value)
  return (
    <Field label={label} required>
      <Select className={select} value={value} onChange={(_event, data) => onChoose(data.value)}>
        <option value="">Choose</option>
        {!isListed && <option value={value}>{value}</option>}
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

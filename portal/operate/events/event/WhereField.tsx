import { Checkbox, Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import type { ServiceRegion } from '../../../areas/service-health/events/event-summary.ts'
import { nameOf } from './where.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    maxHeight: '14rem',
    margin: 0,
    padding: tokens.spacingVerticalXXS,
    overflowY: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    minWidth: 0,
  },
})

/** More are chosen with the API. */
const MAX_LISTED = 500

type Props = Readonly<{
  all: readonly ServiceRegion[]
  /** What all of them are called. */
  allLabel: string
  /** Nothing: all of them. */
  chosen: readonly ServiceRegion[] | undefined
  onChange: (chosen: readonly ServiceRegion[] | undefined) => void
}>

/** For which of its services and regions something is said of an event. */
export function WhereField({ all, allLabel, chosen, onChange }: Props) {
  if (all.length < 2) return null
  return (
    <>
      <Field label="Where">
        <RadioGroup
          value={chosen ? 'some' : 'all'}
          onChange={(_event, { value }) => onChange(value === 'some' ? [] : undefined)}
        >
          <Radio value="all" label={`${allLabel} (${all.length})`} />
          <Radio value="some" label="Some of them" />
        </RadioGroup>
      </Field>
      {chosen && <WhereList all={all} chosen={chosen} onChange={onChange} />}
    </>
  )
}

type ListProps = Omit<Props, 'allLabel'> & Readonly<{ chosen: readonly ServiceRegion[] }>

function WhereList({ all, chosen, onChange }: ListProps) {
  const names = new Set(chosen.map(nameOf))
  return (
    <>
      <fieldset className={useStyles().list} aria-label="Services and regions">
        {all.slice(0, MAX_LISTED).map((one) => (
          <Checkbox
            key={nameOf(one)}
            label={nameOf(one)}
            checked={names.has(nameOf(one))}
            onChange={(_event, { checked }) =>
              onChange(
                checked === true
                  ? [...chosen, one]
                  : chosen.filter((other) => nameOf(other) !== nameOf(one)),
              )
            }
          />
        ))}
      </fieldset>
      {all.length > MAX_LISTED && `${all.length - MAX_LISTED} more are not listed.`}
    </>
  )
}

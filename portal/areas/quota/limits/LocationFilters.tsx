import { Field, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import { AT_NARROW } from '../../../ui/theme/media.ts'
import type { Limit } from '../quota-api.ts'
import { limitsInView, namesOf } from './limits-in-view.ts'
import { type LimitsView, readLimitsView } from './limits-view.ts'

const useStyles = makeStyles({
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    marginBottom: tokens.spacingVerticalM,
  },
  field: { minWidth: '12rem', [AT_NARROW]: { width: '100%' } },
})

type Props = Readonly<{ limits: readonly Limit[]; view: LimitsView }>

/** Which providers and locations are listed. The choice is in the address. */
export function LocationFilters({ limits, view }: Props) {
  const { filters } = useStyles()
  const navigate = useNavigate()
  const choose = (
    change: Readonly<{ provider?: string | undefined; location: string | undefined }>,
  ) =>
    navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (before: LimitsView) => readLimitsView({ ...before, ...change }),
    })
  const ofProvider = limitsInView(limits, view.provider ? { provider: view.provider } : {})
  return (
    <div className={filters}>
      <Choice
        label="Provider"
        all="All providers"
        names={namesOf(limits.map(({ provider }) => provider))}
        chosen={view.provider}
        // Another provider may not have the location.
        onChoose={(provider) => choose({ provider, location: undefined })}
      />
      <Choice
        label="Location"
        all="All locations"
        names={namesOf(ofProvider.map(({ location }) => location))}
        chosen={view.location}
        onChoose={(location) => choose({ location })}
      />
    </div>
  )
}

type ChoiceProps = Readonly<{
  label: string
  all: string
  names: readonly string[]
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}>

function Choice({ label, all, names, chosen, onChoose }: ChoiceProps) {
  const { field } = useStyles()
  const listed = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
  return (
    <Field label={label} className={field}>
      <Select
        value={chosen ?? ''}
        onChange={(_event, { value }) => onChoose(value === '' ? undefined : value)}
      >
        <option value="">{all}</option>
        {listed.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  )
}

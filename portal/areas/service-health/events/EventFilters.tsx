import { Field, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AT_NARROW } from '../../../ui/theme/media.ts'
import { serviceRegionsOf, TYPE_NAMES } from './event-summary.ts'
import {
  DAYS,
  DEFAULT_DAYS,
  type EventView,
  LEVELS,
  readEventView,
  STATUSES,
  TYPES,
} from './event-view.ts'
import type { Event } from './queries.ts'

const useStyles = makeStyles({
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    marginBottom: tokens.spacingVerticalM,
    [AT_NARROW]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  field: { minWidth: 0 },
  select: { minWidth: 0 },
  inner: { width: '100%', minWidth: 0 },
})

type Option = readonly [value: string, name: string]
type Filter = Exclude<keyof EventView, 'filter' | 'sort'>

const listAlike = (values: readonly string[]): Option[] => values.map((value) => [value, value])

const FIXED: readonly (readonly [Filter, string, readonly Option[]])[] = [
  ['type', 'Type', TYPES.map((type): Option => [type, TYPE_NAMES[type]])],
  ['status', 'Status', listAlike(STATUSES)],
  ['level', 'Level', listAlike(LEVELS)],
]

export function useEventView(): [view: EventView, change: (change: Partial<EventView>) => void] {
  const view = readEventView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changed: Partial<EventView>) =>
    navigate({
      to: '.',
      resetScroll: false,
      search: (before: object) => readEventView({ ...before, ...changed }),
    })
  return [view, change]
}

/** `events`: of the last 90 days, whose services and regions can be chosen. */
export function EventFilters({ events }: Readonly<{ events: readonly Event[] }>) {
  const styles = useStyles()
  const [view, change] = useEventView()
  const serviceRegions = events.flatMap(serviceRegionsOf)
  const filters = [
    ...FIXED,
    [
      'service',
      'Service',
      namesOf(
        serviceRegions.map(({ service }) => service),
        view.service,
      ),
    ],
    [
      'region',
      'Region',
      namesOf(
        serviceRegions.map(({ region }) => region),
        view.region,
      ),
    ],
  ] as const
  return (
    <div className={styles.filters}>
      {filters.map(([name, label, options]) => (
        <Field key={name} label={label} className={styles.field}>
          <Select
            className={styles.select}
            select={{ className: styles.inner }}
            value={view[name] ?? ''}
            onChange={(_event, { value }) => change({ [name]: value || undefined })}
          >
            <option value="">All</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      <Field label="Updated in" className={styles.field}>
        <Select
          className={styles.select}
          select={{ className: styles.inner }}
          value={String(view.days ?? DEFAULT_DAYS)}
          onChange={(_event, { value }) => change({ days: Number(value) })}
        >
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {days === 1 ? 'the last 24 hours' : `the last ${days} days`}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** The one in the address is among them, wherever it comes from. */
function namesOf(found: readonly (string | undefined)[], chosen: string | undefined): Option[] {
  const names = new Set([...found, chosen].filter((name) => name !== undefined && name !== ''))
  return listAlike([...names].toSorted().filter((name) => name !== undefined))
}

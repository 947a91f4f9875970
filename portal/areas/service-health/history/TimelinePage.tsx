import { Field, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import type { Event } from '../events/queries.ts'
import { HealthLayout } from '../HealthLayout.tsx'
import { findSpans, type Span, toRows } from './spans.ts'
import { TimelineChart } from './TimelineChart.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { PERIODS, type Period, readPeriod } from './times.ts'
import { useHistory } from './useHistory.ts'

const HOUR_MS = 3_600_000

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    marginBottom: tokens.spacingVerticalL,
  },
})

type View = {
  period?: string
  as?: string
  service?: string | undefined
  region?: string | undefined
}

/** What affected which service in which region, and for how long. */
export function TimelinePage() {
  const subscription = useSubscriptionId()
  const { listed, unite } = useHistory(subscription)
  const view: View = useSearch({ strict: false })
  const period = readPeriod(view.period)
  const isTable = view.as === 'table'
  return (
    <HealthLayout section="Timeline">
      <Tools period={period} isTable={isTable} />
      <Loaded query={listed} what="events">
        {(events) => (
          <Timeline
            events={unite(events)}
            subscription={subscription}
            period={period}
            isTable={isTable}
            serviceRegion={view}
          />
        )}
      </Loaded>
    </HealthLayout>
  )
}

type Shown = Readonly<{ period: Period; isTable: boolean }>

const EVERYWHERE = { service: undefined, region: undefined }

function Tools({ period, isTable }: Shown) {
  const styles = useStyles()
  const navigate = useNavigate()
  const change = (changed: View) =>
    navigate({ to: '.', resetScroll: false, search: (before: View) => ({ ...before, ...changed }) })
  return (
    <div className={styles.tools}>
      <Field label="Period">
        <Select value={period.name} onChange={(_event, { value }) => change({ period: value })}>
          {PERIODS.map(({ name, label }) => (
            <option key={name} value={name}>{`The last ${label}`}</option>
          ))}
        </Select>
      </Field>
      <Field label="Show as">
        <Select
          value={isTable ? 'table' : 'chart'}
          onChange={(_event, { value }) => change({ as: value, ...EVERYWHERE })}
        >
          <option value="chart">Chart</option>
          <option value="table">Table</option>
        </Select>
      </Field>
    </div>
  )
}

type ServiceRegion = Pick<View, 'service' | 'region'>
type Props = Shown &
  Readonly<{ events: readonly Event[]; subscription: string; serviceRegion: ServiceRegion }>

function Timeline({ events, subscription, period, isTable, serviceRegion }: Props) {
  const toMs = Date.now()
  const window = { fromMs: toMs - period.hours * HOUR_MS, toMs }
  const spans = findSpans(events, window)
  if (spans.length === 0) {
    return (
      <EmptyState
        title="No events"
        text={`No service issues or maintenance affected this subscription in the last ${period.label}.`}
      />
    )
  }
  return isTable ? (
    <ServiceRegionTable spans={spans} subscription={subscription} serviceRegion={serviceRegion} />
  ) : (
    <TimelineChart
      rows={toRows(spans)}
      window={window}
      period={period}
      subscription={subscription}
    />
  )
}

type ServiceRegionProps = Readonly<{
  spans: readonly Span[]
  subscription: string
  serviceRegion: ServiceRegion
}>

/** Of one service in one region, if the address names them: where a bar of several events leads. */
function ServiceRegionTable({
  spans,
  subscription,
  serviceRegion: { service, region },
}: ServiceRegionProps) {
  const isAll = service === undefined || region === undefined
  const shown = useMemo(
    () =>
      isAll ? spans : spans.filter((span) => span.service === service && span.region === region),
    [spans, isAll, service, region],
  )
  return (
    <>
      {!isAll && (
        <p>
          {`Only ${service} in ${region}. `}
          <PageLink
            to={paths.healthTimeline}
            params={{ subscription }}
            search={(before: View) => ({ ...before, ...EVERYWHERE })}
          >
            Show all services and regions
          </PageLink>
        </p>
      )}
      <TimelineTable spans={shown} subscription={subscription} />
    </>
  )
}

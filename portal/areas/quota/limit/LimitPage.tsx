import { Field, makeStyles, Select, Switch, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/page/ButtonLink.tsx'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { UsageBar, UsageLevelMark } from '../limits/UsageBar.tsx'
import { levelOf } from '../limits/usage-level.ts'
import type { UsageHistory } from '../quota-api.ts'
import { daysOf } from './chart-points.ts'
import { type LimitAddress, usageQuery } from './queries.ts'
import { UsageChart } from './UsageChart.tsx'
import { UsageTable } from './UsageTable.tsx'
import { PERIODS, type UsageView } from './usage-view.ts'

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalL },
})

export function LimitPage() {
  const address = useParams({
    from: '/shell/quota/$subscription/limits/$provider/$location/$resource',
  })
  const { subscription, provider, location, resource } = address
  const query = useQuery(usageQuery(address))
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'Limits',
            <PageLink key="limits" to={paths.quotaLimits} params={{ subscription }}>
              Limits
            </PageLink>,
          ],
          [resource, resource],
        ]}
      />
      <PageHeader
        title={query.data?.displayName ?? resource}
        sentence={`${provider}, ${location}`}
        action={
          <ButtonLink
            appearance="primary"
            to={paths.quotaNewRequest}
            params={{ subscription }}
            search={{ provider, location, resource }}
          >
            Request more
          </ButtonLink>
        }
      />
      <Loaded query={query} what="limit">
        {(history) => <Usage history={history} address={address} />}
      </Loaded>
    </>
  )
}

type Props = Readonly<{ history: UsageHistory; address: LimitAddress }>

function Usage({ history, address }: Props) {
  const { unit, currentLimit: limit, currentValue } = history
  const used = { limit, currentValue, unit }
  return (
    <>
      <Section title="Now">
        <DescriptionList
          items={[
            ['Usage', <UsageBar key="usage" used={used} />],
            ['Level', <UsageLevelMark key="level" level={levelOf(used)} />],
            ['Subscription', address.subscription],
          ]}
        />
      </Section>
      <UsageOverTime history={history} />
    </>
  )
}

function UsageOverTime({ history: { value, unit } }: Readonly<{ history: UsageHistory }>) {
  const styles = useStyles()
  const { days: period = 30, table = false }: UsageView = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changed: UsageView) =>
    navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (before: UsageView) => ({ ...before, ...changed }),
    })
  const today = new Date()
  const days = daysOf(value, period, today)
  const title = `Usage and limit over the last ${period} days`
  return (
    <Section
      title="Usage over time"
      sentence="Days without reported usage are omitted. Usage data is kept for 90 days."
    >
      <div className={styles.tools}>
        <Field label="Period">
          <Select
            value={String(period)}
            onChange={(_event, data) => {
              const chosen = PERIODS.find((one) => String(one) === data.value)
              if (chosen) change({ days: chosen })
            }}
          >
            {PERIODS.map((one) => (
              <option key={one} value={one}>{`${one} days`}</option>
            ))}
          </Select>
        </Field>
        <Switch
          label="Show as table"
          checked={table}
          onChange={(_event, { checked }) => change({ table: checked })}
        />
      </div>
      {days.length === 0 && <p>{`No usage was reported in the last ${period} days.`}</p>}
      {days.length > 0 &&
        (table ? (
          <UsageTable title={title} days={days} />
        ) : (
          <UsageChart title={title} days={days} period={period} unit={unit} today={today} />
        ))}
    </Section>
  )
}

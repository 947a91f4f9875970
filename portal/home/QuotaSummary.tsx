import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { limitsQuery } from '../areas/quota/limits/queries.ts'
import { UsageBar } from '../areas/quota/limits/UsageBar.tsx'
import { percentOf, summarize, WARNING_PERCENT } from '../areas/quota/limits/usage-level.ts'
import { keyOfLimit, type Limit } from '../areas/quota/quota-api.ts'
import { isOpen, requestsQuery } from '../areas/quota/requests/queries.ts'
import type { Subscription } from '../management/subscriptions.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../ui/page/PageLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Loaded } from '../ui/state/Loaded.tsx'

const MAX_LINES = 3

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    width: '100%',
    maxWidth: '40rem',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  line: { display: 'grid', gap: tokens.spacingVerticalXS, overflowWrap: 'anywhere' },
})

type Props = Readonly<{ subscription: Subscription }>

export function QuotaSummary({ subscription: { subscriptionId, displayName } }: Props) {
  const limits = useQuery(limitsQuery(subscriptionId))
  return (
    <Section title="Quota" sentence={`Subscription ${displayName}.`}>
      <Loaded query={limits} what="limits">
        {(loaded) => <Used limits={loaded} subscriptionId={subscriptionId} />}
      </Loaded>
      <OpenRequests subscriptionId={subscriptionId} />
      <PageLink to={paths.quotaLimits} params={{ subscription: subscriptionId }}>
        Open quota
      </PageLink>
    </Section>
  )
}

type UsedProps = Readonly<{ limits: readonly Limit[]; subscriptionId: string }>

function Used({ limits, subscriptionId }: UsedProps) {
  const styles = useStyles()
  const high = limits
    .filter((limit) => percentOf(limit) >= WARNING_PERCENT)
    .toSorted((one, other) => percentOf(other) - percentOf(one))
  if (high.length === 0) {
    return <span>{`Less than ${WARNING_PERCENT} % of each limit is used.`}</span>
  }
  return (
    <>
      <span>{summarize(high)}</span>
      <ul className={styles.list}>
        {high.slice(0, MAX_LINES).map((limit) => {
          const { displayName, provider, location, resource } = limit
          const params = { subscription: subscriptionId, provider, location, resource }
          return (
            <li key={keyOfLimit(limit)} className={styles.line}>
              <PageLink to={paths.quotaLimit} params={params}>
                {`${displayName} in ${location}`}
              </PageLink>
              <UsageBar used={limit} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

function OpenRequests({ subscriptionId }: Readonly<{ subscriptionId: string }>) {
  const { data: requests } = useQuery(requestsQuery(subscriptionId))
  const open = requests?.filter(isOpen).length ?? 0
  if (open === 0) return null
  return (
    <PageLink to={paths.quotaRequests} params={{ subscription: subscriptionId }}>
      {open === 1 ? '1 request is open' : `${open} requests are open`}
    </PageLink>
  )
}

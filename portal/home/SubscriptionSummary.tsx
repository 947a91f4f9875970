import { useQuery } from '@tanstack/react-query'
import { useWhoGivesRoles } from '../management/NoSubscriptions.tsx'
import { chooseSubscription, subscriptionsQuery } from '../management/subscriptions.ts'
import { paths } from '../paths.ts'
import { canReachManagement } from '../session.ts'
import { PageLink } from '../ui/page/PageLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Loaded } from '../ui/state/Loaded.tsx'
import { HealthSummary } from './HealthSummary.tsx'
import { QuotaSummary } from './QuotaSummary.tsx'

/** Of the subscription that was open last. */
export function SubscriptionSummary() {
  return canReachManagement() ? <Chosen /> : <WithoutBearer />
}

function Chosen() {
  const query = useQuery(subscriptionsQuery)
  return (
    <Loaded query={query} what="subscriptions">
      {(listed) => {
        const chosen = chooseSubscription(listed)
        return chosen ? (
          <>
            <HealthSummary subscription={chosen} />
            <QuotaSummary subscription={chosen} />
          </>
        ) : (
          <NoRole />
        )
      }}
    </Loaded>
  )
}

function NoRole() {
  return <Section title="Your subscriptions" sentence={useWhoGivesRoles()} />
}

/** A bearer for areas B and C would need a redirect: for that, somebody has to open one of them. */
function WithoutBearer() {
  return (
    <Section
      title="Your subscriptions"
      sentence="To see your subscriptions here, open one of these pages."
    >
      <PageLink to={paths.health}>Open service health</PageLink>
      <PageLink to={paths.quota}>Open quota</PageLink>
    </Section>
  )
}

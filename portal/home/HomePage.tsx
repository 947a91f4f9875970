import { PageHeader } from '../ui/page/PageHeader.tsx'
import { AppsSummary } from './AppsSummary.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { InvitationsSummary } from './InvitationsSummary.tsx'
import { SubscriptionSummary } from './SubscriptionSummary.tsx'

/** What needs the reader now, of each area; the area's own pages have the rest. */
export function HomePage() {
  return (
    <>
      <PageHeader title="Home" />
      <InvitationsSummary />
      <FirstSteps />
      <SubscriptionSummary />
      <AppsSummary />
    </>
  )
}

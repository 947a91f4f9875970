import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { WINDOW_DAYS } from '../events/queries.ts'
import { HealthLayout } from '../HealthLayout.tsx'
import { HistoryCalendar } from './HistoryCalendar.tsx'
import { listDays } from './spans.ts'
import { useHistory } from './useHistory.ts'

export function HistoryPage() {
  const { listed, unite } = useHistory(useSubscriptionId())
  return (
    <HealthLayout section="History">
      <Section
        title={`Minutes of impact on each of the last ${WINDOW_DAYS} days`}
        sentence="Minutes during which at least one service issue or maintenance affected this subscription, in your time zone."
      >
        <Loaded query={listed} what="events">
          {(events) => <HistoryCalendar days={listDays(unite(events), WINDOW_DAYS, new Date())} />}
        </Loaded>
      </Section>
    </HealthLayout>
  )
}

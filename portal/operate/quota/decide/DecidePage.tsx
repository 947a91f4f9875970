import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UsageBar } from '../../../areas/quota/limits/UsageBar.tsx'
import { formatAmount } from '../../../areas/quota/quota-api.ts'
import { paths } from '../../../paths.ts'
import { ChangeResult } from '../../../ui/form/ChangeResult.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { Notice } from '../../../ui/state/Notice.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { SubscriptionHistory } from '../history/SubscriptionHistory.tsx'
import { CHANGED, type Decision, decide, type Waiting, waitingOneQuery } from '../queries.ts'
import { usedOf } from '../waiting-columns.tsx'
import { nameOf } from '../words.ts'
import { DecideForm } from './DecideForm.tsx'

const toResult = ({ decision, limit }: Decision) =>
  decision === 'deny'
    ? 'denied'
    : `approved${limit === undefined ? '' : ` with a limit of ${limit}`}`

export function DecidePage() {
  const { subscription, subRequest } = useParams({
    from: '/shell/operators/operate/quota/subscriptions/$subscription/decide/$subRequest',
  })
  const query = useQuery(waitingOneQuery(subRequest))
  const change = useChange(CHANGED)
  const onDecide = (waiting: Waiting, decision: Decision) =>
    change.mutate({
      run: () => decide(waiting, decision),
      done: `${nameOf(waiting)}: ${toResult(decision)}`,
      failed: 'The decision was not saved.',
      needsMessage: true,
    })
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'Quota requests',
            <PageLink key="queue" to={paths.operateQuota}>
              Quota requests
            </PageLink>,
          ],
          ['Decide', 'Decide'],
        ]}
      />
      <PageHeader title="Decide a quota request" />
      <ChangeResult change={change} />
      <Loaded query={query} what="request">
        {(waiting) =>
          waiting === null ? (
            <NotWaiting isDecided={change.isSuccess} />
          ) : (
            <Request
              waiting={waiting}
              isBusy={change.isPending}
              onDecide={(decision) => onDecide(waiting, decision)}
            />
          )
        }
      </Loaded>
      <Section title={`Other requests for ${subscription}`}>
        <SubscriptionHistory
          subscription={subscription}
          {...(query.data && { without: query.data.requestId })}
        />
      </Section>
    </>
  )
}

const NotWaiting = ({ isDecided }: Readonly<{ isDecided: boolean }>) => (
  <Section title="Request">
    <Notice
      title={isDecided ? 'You decided this request' : 'This request is not waiting for a decision'}
      text={
        isDecided
          ? 'The requester sees your decision and its reason.'
          : 'Another operator may have decided it, or the requester may have replaced it.'
      }
    >
      <PageLink to={paths.operateQuota}>Go to the waiting requests</PageLink>
    </Notice>
  </Section>
)

type Props = Readonly<{
  waiting: Waiting
  isBusy: boolean
  onDecide: (decision: Decision) => void
}>

function Request({ waiting, isBusy, onDecide }: Props) {
  const used = usedOf(waiting)
  return (
    <>
      <Section title={waiting.displayName}>
        <DescriptionList
          items={[
            ['Subscription', waiting.subscriptionId],
            ['Provider', waiting.provider],
            ['Location', waiting.location],
            ['Usage', used ? <UsageBar key="used" used={used} /> : 'Not in the catalogue'],
            ['Requested limit', formatAmount(waiting.requestedLimit, waiting.unit)],
            ['Headroom', headroomOf(waiting)],
            ['Maximum', maximumOf(waiting)],
            ['Requested by', waiting.requestedBy],
            ['Waiting since', <ExactTime key="since" at={waiting.waitingSince} />],
          ]}
        />
      </Section>
      <Section title="Decision">
        <DecideForm waiting={waiting} isBusy={isBusy} onDecide={onDecide} />
      </Section>
    </>
  )
}

/** Up to where the rules for requests within the headroom of the catalogue apply. */
function headroomOf({ headroomLimit, requestedLimit, unit }: Waiting): string {
  if (headroomLimit === undefined) return 'None'
  const beyond = requestedLimit - headroomLimit
  const rest =
    beyond > 0
      ? `the request exceeds it by ${formatAmount(beyond, unit)}`
      : 'the request is within it'
  return `Up to ${formatAmount(headroomLimit, unit)} (${rest})`
}

/** How far the limit could go, and what would remain of it. */
function maximumOf({ maximum, requestedLimit, unit }: Waiting): string {
  if (maximum === undefined) return 'None'
  const left = maximum - requestedLimit
  const rest = left < 0 ? 'less than requested' : `${formatAmount(left, unit)} more than requested`
  return `${formatAmount(maximum, unit)} (${rest})`
}

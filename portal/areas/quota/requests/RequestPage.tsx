import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/page/ButtonLink.tsx'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { ScreenReaderOnly } from '../../../ui/text/ScreenReaderOnly.tsx'
import { formatAmount, type QuotaRequest, type SubRequest } from '../quota-api.ts'
import { isOpen, requestQuery } from './queries.ts'
import { nameOfState, StateMark } from './StateMark.tsx'
import { StepLine } from './StepLine.tsx'

export function RequestPage() {
  const { subscription, request: id } = useParams({
    from: '/shell/quota/$subscription/requests/$request',
  })
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'Requests',
            <PageLink key="requests" to={paths.quotaRequests} params={{ subscription }}>
              Requests
            </PageLink>,
          ],
          [id, id],
        ]}
      />
      <PageHeader
        title="Quota request"
        action={
          <ButtonLink to={paths.quotaNewRequest} params={{ subscription }} search={{ again: id }}>
            Edit and resubmit
          </ButtonLink>
        }
      />
      <Loaded query={useQuery(requestQuery(subscription, id))} what="request">
        {(request) => <Request request={request} />}
      </Loaded>
    </>
  )
}

function Request({ request }: Readonly<{ request: QuotaRequest }>) {
  return (
    <>
      <Section title="Request">
        {/* A page that changes by itself says so. */}
        <ScreenReaderOnly>
          <span role="status">{`State: ${nameOfState(request.provisioningState)}`}</span>
        </ScreenReaderOnly>
        <DescriptionList
          items={[
            ['State', <StateMark key="state" state={request.provisioningState} />],
            ['Provider', request.provider],
            ['Location', request.location],
            ['Requested by', request.requestedBy],
            ['Requested', <ExactTime key="time" at={request.requestSubmitTime} />],
            ['Request id', <CopyableText key="id" value={request.id} what="request id" />],
          ]}
        />
      </Section>
      {request.value.map((subRequest) => (
        <Section key={subRequest.subRequestId} title={subRequest.displayName}>
          <StepLine subRequest={subRequest} />
          <DescriptionList items={fieldsOf(subRequest)} />
        </Section>
      ))}
    </>
  )
}

function fieldsOf(subRequest: SubRequest): [string, string][] {
  const { requestedLimit, grantedLimit, unit, message, code } = subRequest
  const fields: [string, string | undefined][] = [
    ['Requested limit', formatAmount(requestedLimit, unit)],
    ['Granted limit', grantedLimit === undefined ? undefined : formatAmount(grantedLimit, unit)],
    // While it is open, the line above says it.
    ['Message', isOpen(subRequest) ? undefined : message],
    ['Code', code],
  ]
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

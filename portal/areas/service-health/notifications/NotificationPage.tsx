import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { paths } from '../../../paths.ts'
import { PermissionNotice } from '../../../ui/form/PermissionNotice.tsx'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { Deliveries } from './deliveries/Deliveries.tsx'
import { TestButton } from './deliveries/TestButton.tsx'
import { TestResult } from './deliveries/TestResult.tsx'
import { useTest } from './deliveries/useTest.ts'
import { NotificationOverview } from './NotificationOverview.tsx'
import { intervalOf, type Notification, notificationQuery, notificationsQuery } from './queries.ts'
import { SecretSection } from './secrets/SecretSection.tsx'
import { type Follow, useFollow } from './useFollow.ts'
import { canSendTo, KIND_WORDS, OF_ALERT_RULE, WHO_CAN } from './words.ts'

/** One destination: its state, what changes it, and what was sent to it. */
export function NotificationPage() {
  const subscription = useSubscriptionId()
  const { name = '' }: { name?: string } = useParams({ strict: false })
  const following = useFollow()
  const query = useQuery({
    ...notificationQuery({ subscriptionId: subscription, name }),
    refetchInterval: intervalOf(following.isFollowing),
  })
  const list = (
    <PageLink to={paths.healthNotifications} params={{ subscription }}>
      {subscription}
    </PageLink>
  )
  return (
    <>
      <Breadcrumbs
        steps={[
          ['health', 'Service health'],
          ['subscription', list],
          ['notification', name],
        ]}
      />
      {query.data === undefined && <PageHeader title={name} />}
      <Loaded query={query} what="notification">
        {(notification) => (
          <Parts notification={notification} subscription={subscription} following={following} />
        )}
      </Loaded>
    </>
  )
}

type Props = Readonly<{ notification: Notification; subscription: string; following: Follow }>

function Parts({ notification, subscription, following }: Props) {
  const { data: listed } = useQuery(notificationsQuery(subscription))
  const mayChange = listed?.canChange === true
  const { name, kind, alertRule } = notification
  const target = { subscriptionId: subscription, name }
  const test = useTest(target, following.follow)
  const isOfRule = alertRule !== undefined
  const common = { notification, subscription, mayChange: mayChange && !isOfRule }
  return (
    <>
      <PageHeader
        title={name}
        section="Notification"
        action={<TestButton test={test} mayChange={mayChange} canSend={canSendTo(notification)} />}
      />
      {listed?.canChange === false && <PermissionNotice sentence={WHO_CAN} />}
      {mayChange && isOfRule && <PermissionNotice sentence={OF_ALERT_RULE} />}
      {!test.isIdle && (
        <TestResult test={test} target={target} isFollowing={following.isFollowing} />
      )}
      <NotificationOverview {...common} />
      {KIND_WORDS[kind].isSigned && !isOfRule && <SecretSection {...common} />}
      <Deliveries {...common} mayChange={mayChange} following={following} />
    </>
  )
}

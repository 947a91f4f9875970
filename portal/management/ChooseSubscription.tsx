import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { SubscriptionPath } from '../paths.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { Loaded } from '../ui/state/Loaded.tsx'
import { NoSubscriptions } from './NoSubscriptions.tsx'
import { chooseSubscription, type Subscription, subscriptionsQuery } from './subscriptions.ts'

type Props = Readonly<{
  /** Of the area, as in "Service health". */
  title: string
  to: SubscriptionPath
}>

/** The page of an area without a subscription in its address: leads to the one that was open last. */
export function ChooseSubscription({ title, to }: Props) {
  return (
    <>
      <PageHeader title={title} />
      <Loaded query={useQuery(subscriptionsQuery)} what="subscriptions">
        {(listed) => <Choice listed={listed} to={to} />}
      </Loaded>
    </>
  )
}

function Choice({ listed, to }: Pick<Props, 'to'> & Readonly<{ listed: Subscription[] }>) {
  const chosen = chooseSubscription(listed)
  if (chosen) return <Navigate to={to} params={{ subscription: chosen.subscriptionId }} replace />
  return <NoSubscriptions />
}

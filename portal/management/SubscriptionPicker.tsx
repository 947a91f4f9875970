import { Label, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import type { SubscriptionPath } from '../paths.ts'
import { AT_NARROW } from '../ui/theme/media.ts'
import {
  rememberSubscription,
  type Subscription,
  subscriptionsQuery,
  useSubscriptionId,
} from './subscriptions.ts'

const useStyles = makeStyles({
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    [AT_NARROW]: { width: '100%' },
  },
  select: { minWidth: 0, maxWidth: '24rem', [AT_NARROW]: { flexGrow: 1 } },
})

/** Of the pages that an area has for a subscription, `to` is the one for another subscription. */
type Props = Readonly<{ to: SubscriptionPath }>

/** Which subscription the page is about. The choice is in the address. */
export function SubscriptionPicker({ to }: Props) {
  const styles = useStyles()
  const id = useId()
  const current = useSubscriptionId()
  const { data: listed = [] } = useQuery(subscriptionsQuery)
  const navigate = useNavigate()
  useEffect(() => rememberSubscription(current), [current])
  const isListed = listed.some(({ subscriptionId }) => subscriptionId === current)
  return (
    <div className={styles.field}>
      <Label htmlFor={id}>Subscription</Label>
      <Select
        id={id}
        className={styles.select}
        value={current}
        onChange={(_event, { value }) => navigate({ to, params: { subscription: value } })}
      >
        {!isListed && <option value={current}>{current}</option>}
        {listed.map((each) => (
          <option key={each.subscriptionId} value={each.subscriptionId}>
            {nameOf(each)}
          </option>
        ))}
      </Select>
    </div>
  )
}

const nameOf = ({ displayName, subscriptionId }: Subscription) =>
  displayName === subscriptionId ? displayName : `${displayName} (${subscriptionId})`

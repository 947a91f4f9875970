import type { Receiver } from '../action-groups/rules.ts'

export type TestKey = Readonly<{ subscriptionId: string; id: string }>

export type TestReceiver = Pick<Receiver, 'name' | 'address' | 'useCommonAlertSchema'>

/** How the call of a receiver went. */
export type Outcome = Readonly<{
  name: string
  isDelivered: boolean
  at: string
  detail: string
  /** Why there was no answer: only for who may change alert rules. */
  reason?: string
}>

/** How long a test can be asked how it went. */
export const TEST_DAYS = 1
/** So many tests of one subscription within a day. */
export const MOST_TESTS = 100

export const isServed = (alertType: string) => alertType.toLowerCase() === 'servicehealth'

/** Under which the receivers of a test are sealed. */
export const sealLabel = ({ subscriptionId, id }: TestKey) => `alert test ${subscriptionId} ${id}`

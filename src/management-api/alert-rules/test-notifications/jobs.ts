import type { Seal } from '../../../platform/crypto/seal.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { JobHandlers, JobQueues } from '../../../platform/jobs.ts'
import type { Outgoing } from '../../../platform/outgoing.ts'
import { HOURLY, inBatches, type Sweeps } from '../../../platform/sweeps.ts'
import type { RealClock } from '../../../platform/time.ts'
import { isDelivered } from '../../notifications/rules.ts'
import { toAlertCall } from '../../notifications/sending/alert-forms.ts'
import { tryCall } from '../../notifications/sending/attempt.ts'
import { NO_EVENT } from '../../notifications/sending/notice.ts'
import { type Outcome, sealLabel, TEST_DAYS, type TestKey, type TestReceiver } from './rules.ts'
import { completeTest, deleteOldTests, findTest, type TestRow } from './store.ts'

export type AlertTestJobs = { 'alerts.test': TestKey }

export const alertTestQueues: JobQueues<AlertTestJobs> = {
  'alerts.test': {
    retry: { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 },
    // A receiver that does not answer must not keep other tests waiting.
    concurrency: { localConcurrency: 4, batchSize: 1 },
  },
}
export const alertTestQueueNames = ['alerts.test'] as const

type Deps = Readonly<{
  db: Db
  seal: Seal | undefined
  outgoing: Outgoing
  realTime: RealClock
}>

export const alertTestJobs = (deps: Deps): JobHandlers<AlertTestJobs> => ({
  'alerts.test': (key) => callReceivers(deps, key),
})

/** Calls each receiver once. If the process ends meanwhile, they are called again. */
async function callReceivers({ db, seal, ...deps }: Deps, key: TestKey): Promise<void> {
  const test = await findTest(db, key)
  // Swept, or done by another process.
  if (!test?.sealedReceivers) return
  if (!seal) throw new Error('SECRET_KEY_FILE is not set')
  const text = seal.open(test.sealedReceivers, sealLabel(key))
  const receivers: TestReceiver[] = JSON.parse(text)
  const outcomes = await Promise.all(
    receivers.map((receiver) => callOne(deps, key, test, receiver)),
  )
  await completeTest(db, key, outcomes, deps.realTime())
}

async function callOne(
  deps: Pick<Deps, 'outgoing' | 'realTime'>,
  { subscriptionId, id }: TestKey,
  { createdAt }: TestRow,
  { name, address, useCommonAlertSchema }: TestReceiver,
): Promise<Outcome> {
  const target = {
    form: useCommonAlertSchema ? 'common-alert' : 'activity-log',
    rule: 'test',
    ruleId: id,
    description: 'This is a test of an action group.',
    actionGroupId: '',
    receiver: name,
    properties: {},
  } as const
  const notice = {
    at: createdAt,
    title: `This is a test of the web hook ${name}. No event has occurred.`,
    ...NO_EVENT,
    data: '{}',
  }
  const common = {
    deliveryId: id,
    subscriptionId,
    kind: 'test',
    subject: name,
    source: '',
  } as const
  const made = await tryCall(deps, () => ({
    address,
    ...toAlertCall(target, { ...common, notice }),
  }))
  return {
    name,
    isDelivered: isDelivered(made.status),
    at: made.at.toISOString(),
    detail: made.status === null ? 'No response' : `Status ${made.status}`,
    ...(made.reason !== null && { reason: made.reason }),
  }
}

export const alertTestSweeps: Sweeps = {
  'alert tests': { ...HOURLY, keepDays: TEST_DAYS, deleteBefore: inBatches(deleteOldTests) },
}

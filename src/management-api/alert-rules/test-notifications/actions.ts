import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findRepeated } from '../../../directory/repeats/actions.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { addMs, type RealClock } from '../../../platform/time.ts'
import { changeNotifications } from '../../notifications/actions.ts'
import { readReceivers } from '../action-groups/rules.ts'
import { findActionGroup } from '../action-groups/store.ts'
import { type AlertRuleDeps, openAddresses, requireSeal } from '../actions.ts'
import { alertResourceNotFound, testInvalid, tooManyTests } from '../errors.ts'
import type { ResourceName } from '../rules.ts'
import type { AlertTestJobs } from './jobs.ts'
import { isServed, MOST_TESTS, sealLabel, type TestReceiver } from './rules.ts'
import { countTests, findTest, insertTest, type TestRow } from './store.ts'
import type { TestInput } from './wire.ts'

export type TestDeps = AlertRuleDeps & Readonly<{ jobs: Jobs<AlertTestJobs>; realTime: RealClock }>
type Target = Readonly<{ subscriptionId: string; group: ResourceName | undefined }>

/** Sends a test to the receivers that are named, or to those of the group. */
export function sendTests(
  deps: TestDeps,
  call: Call,
  { subscriptionId, group }: Target,
  { alertType, ...given }: TestInput,
): Promise<TestRow> {
  if (!isServed(alertType)) {
    throw testInvalid(`Tests of the type ${alertType} are not supported. Use servicehealth.`)
  }
  const seal = requireSeal(deps.seal)
  const named: readonly TestReceiver[] = readReceivers(given, deps.notificationExceptions)
  return changeNotifications(deps.db, call, subscriptionId, async (trx) => {
    const own = group && (await listOwn(trx, deps, subscriptionId, group))
    const receivers = given.webhookReceivers ? named : (own ?? [])
    if (receivers.length === 0) {
      throw testInvalid('It has no receiver. Add at least one web hook to webhookReceivers.')
    }
    const key = { subscriptionId, id: randomUUIDv7() }
    const repeated = await findRepeated(trx, call, key.id)
    if (repeated !== undefined) return requireTest(trx, { subscriptionId, id: repeated })
    const now = deps.realTime()
    const tests = await countTests(trx, subscriptionId, addMs(now, -DAY_MS))
    if (tests >= MOST_TESTS) throw tooManyTests(MOST_TESTS)
    const texts = receivers.map(({ name, address, useCommonAlertSchema }) => ({
      ...{ name, address, useCommonAlertSchema },
    }))
    const sealedReceivers = seal.seal(JSON.stringify(texts), sealLabel(key))
    await insertTest(trx, { ...key, sealedReceivers, createdAt: now })
    await deps.jobs.enqueue(trx, 'alerts.test', [key])
    await recordAudit(trx, actorOf(call), {
      scopeId: subscriptionId,
      action: 'alert-rule.test',
      target: `test notification ${key.id}`,
      after: { receivers: receivers.map(({ name }) => name) },
    })
    return requireTest(trx, key)
  })
}

async function listOwn(
  trx: Trx,
  { seal }: TestDeps,
  subscriptionId: string,
  group: ResourceName,
): Promise<TestReceiver[]> {
  const row = await findActionGroup(trx, subscriptionId, group)
  if (!row) throw alertResourceNotFound('actionGroups', group.resourceGroup, group.name)
  const addresses = openAddresses(requireSeal(seal), row)
  return row.content.webhookReceivers.flatMap(({ name, useCommonAlertSchema }, i) => {
    const address = addresses[i]
    return address === undefined ? [] : [{ name, address, useCommonAlertSchema }]
  })
}

async function requireTest(
  trx: Trx,
  key: Readonly<{ subscriptionId: string; id: string }>,
): Promise<TestRow> {
  const row = await findTest(trx, key)
  if (!row) throw new Error(`the test ${key.id} is missing`)
  return row
}

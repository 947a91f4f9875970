import type { TestRow } from './store.ts'
import type { TestStatus } from './wire.ts'

const SOURCE = 'Microsoft.Insights/TestNotification'
const TYPE = 'Microsoft.Insights/ServiceHealth'

/** Versions after the first spell most of the names in another case. */
export const isOldSpelling = (apiVersion: string) => apiVersion === '2021-09-01'

type Form = Readonly<{ isOld: boolean; hasReasons: boolean }>

export function toStatus(row: TestRow, { isOld, hasReasons }: Form): TestStatus {
  const { outcomes, createdAt, completedAt } = row
  const state = completedAt ? 'Completed' : 'InProgress'
  const details = (outcomes ?? []).map(({ name, isDelivered, at, detail, reason }) => ({
    MechanismType: 'Webhook',
    Name: name,
    Status: isDelivered ? 'Completed' : 'Failed',
    SubState: 'Default',
    SendTime: at,
    Detail: hasReasons && reason !== undefined ? `${detail}: ${reason}` : detail,
  }))
  const created = createdAt.toISOString()
  if (isOld) {
    return {
      Context: { NotificationSource: SOURCE, ContextType: TYPE },
      State: state,
      CreatedTime: created,
      ...(completedAt && { CompletedTime: completedAt.toISOString() }),
      ActionDetails: details,
    }
  }
  return {
    context: { notificationSource: SOURCE, contextType: TYPE },
    state,
    createdTime: created,
    ...(completedAt && { completedTime: completedAt.toISOString() }),
    actionDetails: details,
  }
}

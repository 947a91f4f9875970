import { isOpen, messageOf, requestStateOf } from './rules.ts'
import type { RequestRow } from './store.ts'
import type { OperationStatus, QuotaState } from './wire.ts'

export const withoutFraction = (time: Date) => `${time.toISOString().slice(0, 19)}Z`

/** Published clients have no state Invalid and would poll without end. */
const forPollers = (state: QuotaState) => (state === 'Invalid' ? 'Failed' : state)

/** The code and the message of each sub-request that was not granted. */
export const failuresOf = ({ subRequests }: RequestRow) =>
  subRequests.flatMap(({ code, resourceName, message }) =>
    code === null ? [] : [{ code, message: `${resourceName}: ${message}` }],
  )

/** `id`: the path of the status. */
export function toStatus(request: RequestRow, id: string): OperationStatus {
  const { submittedAt, subRequests } = request
  const whole = requestStateOf(subRequests.map(({ state }) => state))
  const failed = failuresOf(request)
  const ends = subRequests.flatMap(({ endedAt }) => (endedAt ? [endedAt.getTime()] : []))
  return {
    id,
    name: request.id,
    status: forPollers(whole),
    startTime: withoutFraction(submittedAt),
    ...(!isOpen(whole) && { endTime: withoutFraction(new Date(Math.max(...ends))) }),
    ...(forPollers(whole) === 'Failed' && {
      error: {
        code: failed[0]?.code ?? 'Failed',
        message: messageOf(subRequests),
        details: failed,
      },
    }),
  }
}

import { ApiError, type Confirmation } from '../client/api-error.ts'

/** A change that waits until the person has given a second factor for it. */
export type PendingChange = Readonly<{
  confirmation: Confirmation
  onConfirmed: () => void
  onGivenUp: (reason: 'cancelled' | 'expired') => void
}>

let pending: PendingChange | undefined
const listeners = new Set<() => void>()

function setPending(change: PendingChange | undefined): void {
  pending = change
  for (const listener of listeners) listener()
}

export const findPending = () => pending

export function listenForPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const REASONS = {
  cancelled: 'You did not confirm with your second factor. Nothing was changed.',
  expired: 'You did not confirm with your second factor in time. Nothing was changed. Try again.',
}

/** One at a time: a second change that needs it waits for the same answer. */
let confirming: Promise<boolean> | undefined

/** Resolves when the second factor was given. `Shell` shows a dialog until then. */
export function confirmChange(confirmation: Confirmation): Promise<boolean> {
  confirming ??= new Promise<boolean>((resolve, reject) => {
    setPending({
      confirmation,
      onConfirmed: () => resolve(true),
      onGivenUp: (reason) => reject(new ApiError(401, 'NotConfirmed', REASONS[reason])),
    })
  }).finally(() => {
    confirming = undefined
    setPending(undefined)
  })
  return confirming
}

/** A server that does not answer may do so the next time. */
export async function readStatus({ url }: Confirmation): Promise<string> {
  const response = await fetch(`${url}/status`).catch(() => undefined)
  if (!response?.ok) return 'pending'
  const { status } = (await response.json()) as { status: string }
  return status
}

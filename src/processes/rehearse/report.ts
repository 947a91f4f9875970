import { toOffset } from './rules.ts'

/** What a notification of the subscription was sent after a step. */
export type Received = Readonly<{
  receiver: string
  kind: string
  trackingId?: string | undefined
  /** Known of the receivers of the scenario. */
  title?: string | undefined
  state: string
  status?: number | undefined
}>

/** What one watcher got after a step. */
export type Seen = Readonly<{
  watcher: string
  status: number
  retryAfter?: string
  values: Readonly<Record<string, readonly unknown[]>>
}>

/** What other clients sent after a step, before the next one. */
export type ClientRequests = Readonly<{
  caller: string
  method: string
  path: string
  status: number
  count: number
}>

export type StepReport = Readonly<{
  time: string
  seconds: number
  title: string
  /** Of the request that the step sent, if it sent one. */
  response?: Readonly<{ status: number }>
  seen: readonly Seen[]
  /** If the scenario has receivers. */
  received?: readonly Received[]
  clients: readonly ClientRequests[]
}>

export type Report = Readonly<{
  title: string
  realSeconds: number
  steps: readonly StepReport[]
}>

export function toText({ title, realSeconds, steps }: Report): string {
  const last = steps.at(-1)
  const width = Math.max(
    0,
    ...steps.flatMap(({ seen }) => seen.map(({ watcher }) => watcher.length)),
  )
  return [
    title,
    '',
    ...steps.flatMap((step) => [
      `${step.time.slice(0, 19).replace('T', ' ')}  ${toOffset(step.seconds)}  ${step.title}${step.response ? ` (${step.response.status})` : ''}`,
      ...step.seen.map((seen) => `  ${seen.watcher.padEnd(width)}  ${toLine(seen)}`),
      ...(step.received ?? []).map(toReceivedLine),
      ...step.clients.map(
        ({ caller, method, path, status, count }) =>
          `  client ${caller}: ${method} ${path} ${status}${count > 1 ? ` (${count} times)` : ''}`,
      ),
    ]),
    '',
    `${toOffset(last?.seconds ?? 0).slice(1)} of the clock, rehearsed in ${realSeconds.toFixed(1)} s.`,
  ].join('\n')
}

const toReceivedLine = ({ receiver, kind, trackingId, title, state, status }: Received) => {
  const subject = [kind, trackingId, title && JSON.stringify(title)].filter(Boolean).join(' ')
  const end = [state, status].filter((part) => part !== undefined).join(' ')
  return `  receiver ${receiver}: ${subject}, ${end}`
}

const toLine = ({ status, retryAfter, values }: Seen) =>
  [
    status === 0 ? 'no response' : String(status),
    ...(retryAfter === undefined ? [] : [`Retry-After ${retryAfter}`]),
    ...Object.entries(values).map(
      ([path, found]) => `${nameOf(path)}: ${found.map(toWord).join(', ') || '-'}`,
    ),
  ].join('  ')

const nameOf = (path: string) => path.split('.').findLast((part) => part !== '*') ?? path
const toWord = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

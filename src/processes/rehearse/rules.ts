import type { Delivery } from '../../management-api/notifications/wire.ts'
import type { Step } from './wire.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** `2d 4h` in seconds. */
export const toSeconds = (duration: string): number =>
  duration
    .split(' ')
    .reduce((sum, part) => sum + Number(part.slice(0, -1)) * (SECONDS[part.slice(-1)] ?? 0), 0)

/** Why the steps cannot be run in this order; nothing when they can. */
export function findDisorder(steps: readonly Step[], actions: readonly (keyof Step)[]) {
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    if (before && toSeconds(step.at) < toSeconds(before.at)) {
      return `The step "${step.title}" is earlier than the step before it.`
    }
    const chosen = actions.filter((name) => step[name] !== undefined)
    if (chosen.length > 1) {
      return `The step "${step.title}" does several things: ${chosen.join(', ')}. Make a step of each.`
    }
  }
  return undefined
}

export type Values = Readonly<{ start: Date; subscription: string; vendor: string }>

/** Replaces `{subscription}`, `{vendor}`, `{start}` and `{start+2h}` in every text. */
export function fillIn<Value>(value: Value, values: Values): Value {
  if (typeof value === 'string') return fillText(value, values) as Value
  if (Array.isArray(value)) return value.map((part) => fillIn(part, values)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fillIn(part, values)]),
  ) as Value
}

const fillText = (text: string, { start, subscription, vendor }: Values) =>
  text
    .replaceAll('{subscription}', subscription)
    .replaceAll('{vendor}', vendor)
    .replaceAll(/\{start(?:\+([\d.smhd ]+))?\}/g, (_all, later?: string) =>
      new Date(start.getTime() + toSeconds(later ?? '0s') * 1000).toISOString(),
    )

/** The values at a path such as `value.*.name`; `*` stands for every element, and `-1` for the last one. */
export function pick(value: unknown, path: string): unknown[] {
  const [name, ...rest] = path.split('.')
  if (name === undefined || name === '') return value === undefined ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return step(value, name).flatMap((part) => pick(part, rest.join('.')))
}

function step(value: object, name: string): unknown[] {
  if (name === '*') return Object.values(value)
  if (Array.isArray(value)) return [value.at(Number(name))]
  return [(value as Record<string, unknown>)[name]]
}

/** `+2d 4h`, for people. */
export function toOffset(seconds: number): string {
  const parts: string[] = []
  let rest = Math.round(seconds)
  for (const [unit, size] of Object.entries(SECONDS).toReversed()) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return `+${parts.join(' ') || '0s'}`
}

export type Revised = Readonly<{ trackingId: string; revision: number }>

/** Of which event a response of the operator API has a new revision. */
export function findRevised(body: unknown): Revised | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { trackingId, revisions: revision } = body as { trackingId?: unknown; revisions?: unknown }
  return typeof trackingId === 'string' && typeof revision === 'number'
    ? { trackingId, revision }
    : undefined
}

type Deliveries = readonly Pick<Delivery, 'trackingId' | 'revision' | 'state' | 'attempts'>[]

/** Whether there is a delivery of the revision. */
export const isNotified = (deliveries: Deliveries, { trackingId, revision }: Revised): boolean =>
  deliveries.some((one) => one.trackingId === trackingId && one.revision === revision)

/** Whether all that is to be sent was sent, or waits to be tried again. The latest comes first. */
export function isQuiet(deliveries: Deliveries): boolean {
  const next = deliveries.findLast(({ state }) => state === 'pending')
  return next === undefined || next.attempts.length > 0
}

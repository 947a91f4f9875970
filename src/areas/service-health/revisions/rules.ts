import {
  deriveEvent,
  type EventState,
  type Revision,
  revise,
  serviceRegionsOf,
} from '../operator/events/rules.ts'
import { reachOf } from '../rules.ts'

/** An event after one of its revisions, and under which keys it is found then and was found before. */
export type RevisedEvent = Readonly<{
  state: EventState
  reach: readonly string[]
  reachBefore: readonly string[]
  /** After its latest revision. */
  reachNow: readonly string[]
}>

/** The event after each of its revisions, the first being number 1. */
export function deriveAll(revisions: readonly Revision[]): RevisedEvent[] {
  const [first, ...rest] = revisions
  if (!first) return []
  const states = [deriveEvent([first])]
  for (const revision of rest) states.push(revise(states.at(-1) as EventState, revision))
  const reaches = states.map((state) => reachOf(state.audience, serviceRegionsOf(state)))
  return states.map((state, i) => ({
    state,
    reach: reaches[i] ?? [],
    reachBefore: reaches[i - 1] ?? [],
    reachNow: reaches.at(-1) ?? [],
  }))
}

/**
 * What a revision is for a reader: the event after it, the end of what it saw, or nothing. An event that no
 * longer affects the reader is not told again, whatever an older revision said.
 */
export function judgeRevision(
  { reach, reachBefore, reachNow }: Pick<RevisedEvent, 'reach' | 'reachBefore' | 'reachNow'>,
  keys: ReadonlySet<string>,
): 'event' | 'removed' | 'nothing' {
  const finds = (key: string) => keys.has(key)
  if (reach.some(finds) && reachNow.some(finds)) return 'event'
  return reach.some(finds) || reachBefore.some(finds) ? 'removed' : 'nothing'
}

import type { Routes } from '../../platform/http/route-types.ts'
import { answer, ref } from '../../platform/http/schema.ts'
import { timeNotPossible } from '../errors.ts'
import { control } from '../operation.ts'
import { type ClockDeps, type MovedClock, moveClock } from './actions.ts'
import type { ClockState } from './clock.ts'
import { FIRST_YEAR, isPossibleTime, LAST_YEAR } from './rules.ts'
import * as wire from './wire.ts'

const PATH = '/emulator/v1/clock'
const tag = 'clock'

export function clockRoutes(app: Routes, deps: ClockDeps): void {
  const { clock } = deps
  const moved = { 200: answer('The clock after the change.', ref(wire.MovedClock)) }
  app.get(
    PATH,
    control('readClock', {
      tag,
      summary: 'Read the clock',
      answers: { 200: answer('The clock.', ref(wire.EmulatorClock)) },
    }),
    async () => toClock(clock.read()),
  )
  app.put(
    PATH,
    control('setClock', {
      tag,
      summary: 'Set, freeze or unfreeze the clock',
      body: ref(wire.ClockChange),
      answers: moved,
    }),
    async ({ body: { time, isFrozen } }) =>
      toMoved(await moveClock(deps, () => clock.change({ time: toDate(time), isFrozen }))),
  )
  app.post(
    `${PATH}/advance`,
    control('advanceClock', {
      tag,
      summary: 'Move the clock ahead, and wait for the jobs that are then due',
      body: ref(wire.ClockAdvance),
      answers: moved,
    }),
    async ({ body: { seconds } }) => {
      const time = new Date(clock.productTime().getTime() + seconds * 1000)
      return toMoved(await moveClock(deps, () => clock.change({ time })))
    },
  )
  app.delete(
    PATH,
    control('resetClock', { tag, summary: 'Return to the real time', answers: moved }),
    async () => toMoved(await moveClock(deps, clock.reset)),
  )
}

const toClock = ({ time, ...rest }: ClockState) => ({ ...rest, time: time.toISOString() })
const toMoved = ({ dueJobs, ...clock }: MovedClock) => ({ ...toClock(clock), dueJobs })

/** The format also allows a leap second and times that no calendar here reaches. */
function toDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!isPossibleTime(time)) throw timeNotPossible(FIRST_YEAR, LAST_YEAR)
  return time
}

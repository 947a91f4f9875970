/** A process of its own, so that the honest caller's clock is not that of an attacker. */
import { constants, setPriority } from 'node:os'
import { ATTACKS, type AttackName, type Tally, type Target } from './attacks.ts'

export type Order =
  | Readonly<{ name: AttackName; target: Target }>
  | Readonly<{ name: 'burn'; share: number }>
/** Told once an attack has begun to arrive, and again with all it did when it was stopped. */
export type Report = 'up' | Tally

// An attacker has a machine of its own: here it gets the processor that the node leaves.
if (process.argv[2] === 'low') setPriority(constants.priority.PRIORITY_LOW)

let over = new AbortController()
process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') over.abort()
  else void carryOut(message)
})
process.on('disconnect', () => process.exit())

/** When an attack is in full strength; otherwise with its first request. */
const BEGUN: Partial<Record<Order['name'], (tally: Tally) => boolean>> = {
  burn: () => true,
  'ten capped lists at once': ({ statuses }) => (statuses[200] ?? 0) > 0,
  '1,000 slow connections': ({ sent }) => sent >= 1000,
}
const hasBegun = (name: Order['name'], tally: Tally) => BEGUN[name]?.(tally) ?? tally.sent > 0

const report = (reported: Report) => process.send?.(reported)

async function carryOut(order: Order): Promise<void> {
  over = new AbortController()
  const tally: Tally = { sent: 0, statuses: {}, load: 0 }
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const waiting = setInterval(() => {
    if (!hasBegun(order.name, tally)) return
    clearInterval(waiting)
    report('up')
  }, 10)
  if (order.name === 'burn') await burn(order.share, over.signal)
  else await ATTACKS[order.name](order.target, tally, over.signal)
  clearInterval(waiting)
  const { user, system } = process.cpuUsage(before)
  tally.load = (user + system) / 1000 / (performance.now() - startedAt)
  report(tally)
}

/** Plain load: that share of one core, in turns of 20 ms. */
async function burn(share: number, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const end = performance.now() + 20 * share
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 20 * (1 - share)))
  }
}

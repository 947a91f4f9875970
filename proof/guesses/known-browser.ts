import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../src/platform/db/connect.ts'
import { insertClient, insertPassword } from '../../test/support/http/signed-in.ts'
import { LONG_WAITS, UNLIMITED } from '../../test/support/processes/limits.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { withInstallation } from '../installation.ts'
import { makeGuest, openForm, PUBLIC_URL, signIn, type Visitor } from './guest.ts'

const GUESSES = 10_000
/** Of each: quiet and attack take turns, so that what else the machine does falls on both. */
const ROUNDS = 10
const SIGN_INS_A_ROUND = 6
/** Each sends the next guess when the last was answered. */
const ATTACKERS = 64
/** Half of them say with a cookie that their browser is known. */
const FORGED = ['_known', `${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`] as const
const MOST_TIMES_SLOWER = 2
/** Ten at once, and then one after each pause that was over in the time of the proof. */
const MOST_TRIED = 20

/** 10,000 guesses at one account, each from a network that was never seen: its owner, in a known browser, does not wait twice as long. */
export function proveKnownBrowser(): Promise<boolean> {
  return withInstallation(async ({ db, env }) => {
    await prepare(db)
    const open = { RATE_LIMITS: UNLIMITED }
    const proxy = { TRUST_PROXY: '127.0.0.1' }
    const server = await serve({ ...env, PUBLIC_URL, ...LONG_WAITS, ...proxy, ...open })
    try {
      return await measure(server.addresses[0] ?? '')
    } finally {
      await server.stop()
    }
  })
}

async function prepare(db: Db): Promise<void> {
  await insertPassword(db, (await insertPerson(db, 'ada')).id)
  await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
}

async function measure(url: string): Promise<boolean> {
  // Known by the browser alone: each time from an address that was never seen.
  let moved = 0
  const owner = makeGuest(url, { forwardedFor: () => `198.51.${moved >> 8}.${moved++ & 255}` })
  const attack = await openAttack(url)
  const [quietMs, attackMs]: [number[], number[]] = [[], []]
  // The first makes the browser known, and lets the node compile its code.
  await signInOften(owner)
  for (let round = 0; round < ROUNDS; round++) {
    quietMs.push(...(await signInOften(owner)))
    await attack.sendDuring(GUESSES / ROUNDS, async () => {
      attackMs.push(...(await signInOften(owner)))
    })
  }
  return report(attack.statuses, quietMs, attackMs)
}

async function signInOften(owner: Visitor): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < SIGN_INS_A_ROUND; i++) times.push(await signIn(owner, 'ada'))
  return times
}

/** Each guess comes from a network of its own. */
async function openAttack(url: string) {
  let made = 0
  const addressOf = (guess: number) => `2001:db9:${guess.toString(16)}::1`
  const attackers = Array.from({ length: ATTACKERS }, (_none, i) =>
    makeGuest(url, {
      forwardedFor: () => addressOf(made++),
      ...(i % 2 === 0 && { cookie: FORGED }),
    }),
  )
  const forms = await Promise.all(attackers.map(openForm))
  const statuses = new Map<number, number>()
  async function guess(visit: Visitor, form: string): Promise<void> {
    const { status } = await visit(form, { login: 'ada', password: `guess ${made}` })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return {
    statuses,
    /** So many, and more until this is over. */
    async sendDuring(count: number, act: () => Promise<void>): Promise<void> {
      let left = count
      let isOver = false
      const guessing = attackers.map(async (visit, i) => {
        // When too many were tried, the proof has failed: no need to wait for all the hashes.
        const isLost = () => (statuses.get(401) ?? 0) > MOST_TRIED
        while ((left-- > 0 || !isOver) && !isLost()) await guess(visit, forms[i] ?? '')
      })
      await act()
      isOver = true
      await Promise.all(guessing)
    },
  }
}

function report(
  statuses: ReadonlyMap<number, number>,
  quietMs: readonly number[],
  attackMs: readonly number[],
): boolean {
  const count = (status: number) => statuses.get(status) ?? 0
  const all = [...statuses.values()].reduce((sum, each) => sum + each, 0)
  const [quiet, attacked] = [p95(quietMs), p95(attackMs)]
  console.log('\nONE ACCOUNT, EACH GUESS FROM A NEW NETWORK, THE OWNER IN A KNOWN BROWSER')
  console.log(`GUESSES: ${all}`)
  console.log(`GUESSES ANSWERED WRONG: ${count(401)}`)
  console.log(`GUESSES TOLD TO WAIT: ${count(429)}`)
  console.log(`GUESSES LET IN OR FAILED: ${all - count(401) - count(429)}`)
  console.log(`OWNER, SIGN-INS: ${quietMs.length} quiet, ${attackMs.length} under attack`)
  console.log(`OWNER, P95 MS WHEN QUIET: ${quiet.toFixed(1)}`)
  console.log(`OWNER, P95 MS UNDER ATTACK: ${attacked.toFixed(1)}`)
  console.log(`OWNER, TIMES SLOWER: ${(attacked / quiet).toFixed(2)}`)
  const isSafe = all >= GUESSES && count(401) + count(429) === all && count(401) <= MOST_TRIED
  return isSafe && attacked < MOST_TIMES_SLOWER * quiet
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0

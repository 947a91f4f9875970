import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../src/platform/db/connect.ts'
import { insertClient, insertPassword } from '../test/support/http/signed-in.ts'
import { LONG_WAITS, UNLIMITED } from '../test/support/processes/limits.ts'
import { serve } from '../test/support/processes/processes.ts'
import { insertPerson } from '../test/support/world/world.ts'
import { makeGuest, openForm, PUBLIC_URL, signIn, type Visitor } from './guesses/guest.ts'
import { proveKnownBrowser } from './guesses/known-browser.ts'
import { withInstallation } from './installation.ts'

/** A person does not notice this. */
const LONGEST_OWNER_MS = 1000
/** A full queue of strangers, two at a time, on a machine that is busy with all of them. */
const LONGEST_NEWCOMER_MS = 10_000
/** On a slow machine the limits are these multiples of what was measured on it. */
const OWNER_FACTOR = 4
const NEWCOMER_FACTOR = 60

export type Size = Readonly<{
  neighbourly: number
  fresh: number
  signIns: number
}>

type Crowd = Readonly<{
  name: string
  guesses: number
  /** So many passwords may be tried at most; the other guesses have to wait. */
  mostTried: number
  attackers: (url: string) => Visitor[]
  owner: (url: string, turn: number) => Visitor
  /** Somebody who was never there before, from somewhere else. */
  newcomer?: (url: string, turn: number) => Visitor
}>

const hex = (number: number) => number.toString(16)

/** From 49 addresses of one network, as fast as the server answers; the owner is among their neighbours. */
const neighbours = (guesses: number): Crowd => ({
  name: '49 ADDRESSES',
  guesses,
  mostTried: 100,
  attackers: (url) =>
    Array.from({ length: 49 }, (_none, i) => makeGuest(url, { localAddress: `127.0.0.${i + 2}` })),
  owner: (url) => makeGuest(url, { localAddress: '127.0.0.60' }),
})

/** Through a proxy, each guess from an address that was never seen. */
function strangers(
  name: string,
  { guesses, mostTried }: Pick<Crowd, 'guesses' | 'mostTried'>,
  addressOf: (guess: number) => string,
): Crowd {
  let made = 0
  const from = (address: string) => ({ forwardedFor: () => address })
  // The owner travels with one browser; who never was there comes with none.
  let browser: Visitor | undefined
  let turnOfOwner = 0
  return {
    name,
    guesses,
    mostTried,
    attackers: (url) =>
      Array.from({ length: 49 }, () => makeGuest(url, { forwardedFor: () => addressOf(made++) })),
    owner(url, turn) {
      turnOfOwner = turn
      browser ??= makeGuest(url, { forwardedFor: () => `198.51.${turnOfOwner}.1` })
      return browser
    },
    newcomer: (url, turn) => makeGuest(url, from(`203.0.${turn}.1`)),
  }
}

/**
 * Somebody guesses a password as fast as the server answers, while its owner signs in: no guess may
 * succeed by wearing the server down, the owner must not wait, and nobody new be kept out.
 */
export async function proveGuesses({ neighbourly, fresh, signIns }: Size): Promise<boolean> {
  const crowds = [
    neighbours(neighbourly),
    strangers(
      'EACH GUESS A NEW ADDRESS OF ONE IPV6 /64',
      { guesses: fresh, mostTried: 30 },
      (guess) => `2001:db8:0:1:${hex(guess >> 16)}:${hex(guess & 0xffff)}:0:1`,
    ),
    // Two logins: ten guesses each, and then one after each pause.
    strangers(
      'EACH GUESS A NEW IPV6 NETWORK',
      { guesses: fresh, mostTried: 60 },
      (guess) => `2001:${hex(0xdb9 + (guess >> 16))}:${hex(guess & 0xffff)}::1`,
    ),
  ]
  let holds = true
  for (const crowd of crowds) holds = (await prove(crowd, signIns)) && holds
  return (await proveKnownBrowser()) && holds
}

function prove(crowd: Crowd, signIns: number): Promise<boolean> {
  return withInstallation(async ({ db, env }) => {
    await prepare(db, signIns)
    const proxy: Record<string, string> = crowd.newcomer ? { TRUST_PROXY: '127.0.0.1' } : {}
    // What is proven is how guesses are slowed down, not that most of them never get that far.
    const open = { RATE_LIMITS: UNLIMITED }
    const server = await serve({ ...env, PUBLIC_URL, ...LONG_WAITS, ...proxy, ...open })
    const [url = ''] = server.addresses
    try {
      return report(crowd, await attack(url, crowd, signIns), signIns)
    } finally {
      await server.stop()
    }
  })
}

const newcomerOf = (turn: number) => `newcomer-${turn}`

async function prepare(db: Db, signIns: number): Promise<void> {
  const names = ['ada', ...Array.from({ length: signIns }, (_none, turn) => newcomerOf(turn))]
  for (const name of names) await insertPassword(db, (await insertPerson(db, name)).id)
  await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
}

type Result = {
  quietMs: number[]
  /** Beside as many connections that ask for nothing but whether the server lives. */
  besideLoadMs: number[]
  /** While each attacker's first guess is hashed: one per address, so this wait is bounded by their number. */
  firstMs: number
  ownerMs: number[]
  newcomerMs: number[]
  statuses: Map<number, number>
}

async function attack(url: string, crowd: Crowd, signIns: number): Promise<Result> {
  const { guesses, attackers, owner, newcomer } = crowd
  const result: Result = {
    quietMs: [],
    besideLoadMs: [],
    firstMs: 0,
    ownerMs: [],
    newcomerMs: [],
    statuses: new Map(),
  }
  for (let i = 0; i < 3; i++) result.quietMs.push(await signIn(owner(url, i), 'ada'))
  const visitors = attackers(url)
  result.besideLoadMs = await besideLoad(visitors, () => signIn(owner(url, 0), 'ada'))
  let left = guesses
  let isOver = false
  const guessing = visitors.map(async (visit) => {
    const form = await openForm(visit)
    // Until all have signed in, at least so many.
    while (left-- > 0 || !isOver) {
      const login = left % 3 === 0 ? 'nobody' : 'ada'
      const { status } = await visit(form, { login, password: `guess ${left}` })
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
    }
  })
  // From the first guesses to the last: the n-th sign-in when so much of the attack has passed.
  const spread = async (turn: (i: number) => Promise<void>) => {
    for (let i = 0; i < signIns; i++) {
      while (left > guesses * (1 - i / signIns)) await delay(5)
      await turn(i)
    }
  }
  result.firstMs = await signIn(owner(url, 0), 'ada')
  const owners = spread(async (i) => {
    result.ownerMs.push(await signIn(owner(url, i), 'ada'))
  })
  const newcomers = newcomer
    ? spread(async (i) => {
        result.newcomerMs.push(await signIn(newcomer(url, i), newcomerOf(i)))
      })
    : Promise.resolve()
  await Promise.all([owners, newcomers])
  isOver = true
  await Promise.all(guessing)
  return result
}

/** What the machine itself costs: the same connections, as busy, with nothing to guess. */
async function besideLoad(visitors: Visitor[], act: () => Promise<number>): Promise<number[]> {
  let isOver = false
  const loading = visitors.map(async (visit) => {
    while (!isOver) await visit('/livez')
  })
  const times: number[] = []
  for (let i = 0; i < 3; i++) times.push(await act())
  isOver = true
  await Promise.all(loading)
  return times
}

function report(
  { name, guesses, mostTried, newcomer }: Crowd,
  result: Result,
  signIns: number,
): boolean {
  const { quietMs, besideLoadMs, firstMs, ownerMs, newcomerMs, statuses } = result
  const count = (status: number) => statuses.get(status) ?? 0
  const refused = count(401) + count(429) + count(503)
  const all = [...statuses.values()].reduce((sum, each) => sum + each, 0)
  console.log(`\n${name}`)
  console.log(`GUESSES: ${all}`)
  console.log(`GUESSES ANSWERED WRONG: ${count(401)}`)
  console.log(`GUESSES TOLD TO WAIT: ${count(429)}`)
  console.log(`GUESSES FOUND THE QUEUE FULL: ${count(503)}`)
  console.log(`GUESSES LET IN OR FAILED: ${all - refused}`)
  console.log(`OWNER, MEDIAN MS WHEN QUIET: ${Math.round(median(quietMs))}`)
  console.log(`OWNER, SLOWEST MS BESIDE PLAIN LOAD: ${Math.round(Math.max(...besideLoadMs))}`)
  console.log(`OWNER, MS DURING THE FIRST GUESSES: ${Math.round(firstMs)}`)
  console.log(`OWNER, MEDIAN MS UNDER ATTACK: ${Math.round(median(ownerMs))}`)
  console.log(`OWNER, SLOWEST MS UNDER ATTACK: ${Math.round(Math.max(...ownerMs))}`)
  if (newcomer) {
    console.log(`SOMEBODY NEW, MEDIAN MS: ${Math.round(median(newcomerMs))}`)
    console.log(`SOMEBODY NEW, SLOWEST MS: ${Math.round(Math.max(...newcomerMs))}`)
  }
  const longestOwnerMs = Math.max(LONGEST_OWNER_MS, OWNER_FACTOR * Math.max(...besideLoadMs))
  const longestNewcomerMs = Math.max(LONGEST_NEWCOMER_MS, NEWCOMER_FACTOR * median(quietMs))
  return (
    all >= guesses &&
    refused === all &&
    count(401) <= mostTried &&
    ownerMs.length === signIns &&
    Math.max(...ownerMs) < longestOwnerMs &&
    Math.max(firstMs, ...newcomerMs) < longestNewcomerMs
  )
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { withMigratedDatabase } from '../test/postgres.ts'
import { serve } from '../test/processes.ts'
import { insertAccount, insertToken } from '../test/samples.ts'

const CONNECTIONS_PER_PROCESS = 32
const TRIES_PER_PROCESS = 13

type Token = {
  homeId: string
  id: string
  value: string
  /** The revocation has been sent; from here on either answer is right. */
  isDoomed: boolean
  /** Its commit has been received; from here on only a refusal is. */
  isRevoked: boolean
  tries: number[]
}
type Tally = {
  sentAfter: number
  acceptedAfter: number
  acceptedBefore: number
  refusedBefore: number
}

/**
 * Two processes on one database, under load from 64 connections. Tokens are revoked one after the
 * other; whatever is sent after the revoker has received its commit must be refused, by either.
 */
export async function proveRevocation(revocations: number): Promise<boolean> {
  return withMigratedDatabase(async (databaseUrl) => {
    const db = connect(databaseUrl)
    const tokens = await makeTokens(db, revocations)
    const servers = await Promise.all(
      [1, 2].map(() => serve({ DATABASE_URL: databaseUrl, RATE_LIMITS: 'false' })),
    )
    const tally: Tally = { sentAfter: 0, acceptedAfter: 0, acceptedBefore: 0, refusedBefore: 0 }
    const queues: Token[][] = servers.map(() => [])
    let isDone = false

    const workers = servers.flatMap((server, process) =>
      Array.from({ length: CONNECTIONS_PER_PROCESS }, async () => {
        const ask = openConnection(server.addresses[0] ?? '')
        while (!isDone || queues[process]?.length) {
          const token = queues[process]?.shift() ?? pickAny(tokens)
          await tryToken(ask, token, process, tally)
        }
        ask.close()
      }),
    )
    for (const token of tokens) {
      token.isDoomed = true
      await revoke(db, token)
      token.isRevoked = true
      for (const queue of queues) queue.push(...Array(TRIES_PER_PROCESS).fill(token))
      // Close on the heels of each commit: the tries of one token are mostly over before the next goes.
      while (queues.some((queue) => queue.length > 2 * TRIES_PER_PROCESS)) await turn()
    }
    isDone = true
    await Promise.all(workers)
    await Promise.all(servers.map((server) => server.stop()))
    await db.destroy()
    return report(tokens, tally)
  })
}

async function makeTokens(db: Db, count: number): Promise<Token[]> {
  const { id: homeId } = await insertAccount(db)
  const tokens: Token[] = []
  for (let i = 0; i < count; i++) {
    const { id, value } = await insertToken(db, { homeId })
    tokens.push({ homeId, id, value, isDoomed: false, isRevoked: false, tries: [0, 0] })
  }
  return tokens
}

/** Resolves when the commit has been received, not when it was sent. */
async function revoke(db: Db, { homeId, id }: Token): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ revoked_at: new Date() })
    .where('home_id', '=', homeId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function tryToken(ask: Ask, token: Token, process: number, tally: Tally): Promise<void> {
  // Read before the first byte is sent: what is revoked by now must not pass.
  const { isRevoked } = token
  const status = await ask(token.value)
  if (status !== 200 && status !== 401) throw new Error(`unexpected status ${status}`)
  if (isRevoked) {
    tally.sentAfter++
    token.tries[process] = (token.tries[process] ?? 0) + 1
    if (status === 200) tally.acceptedAfter++
  } else if (status === 200) tally.acceptedBefore++
  else if (!token.isDoomed) tally.refusedBefore++
}

type Ask = ((token: string) => Promise<number>) & { close: () => void }

/** One connection of its own, kept open. */
function openConnection(url: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (token: string) => {
    const headers = { 'X-API-Token': token, 'x-ms-client-request-id': randomUUIDv7() }
    const sent = request(`${url}/v0.1/user`, { agent, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode ?? 0
  }
  return Object.assign(ask, { close: () => agent.destroy() })
}

const pickAny = (tokens: readonly Token[]): Token =>
  tokens[Math.floor(Math.random() * tokens.length)] as Token

const turn = () => new Promise((resolve) => setImmediate(resolve))

function report(tokens: readonly Token[], tally: Tally): boolean {
  const fewestTries = Math.min(...tokens.flatMap((token) => token.tries))
  console.log(`revocations: ${tokens.length}`)
  console.log(`requests sent after the commit of their revocation: ${tally.sentAfter}`)
  console.log(`accepted among them: ${tally.acceptedAfter}`)
  console.log(`fewest tries of one revoked token on one process: ${fewestTries}`)
  console.log(`accepted while not revoked: ${tally.acceptedBefore}`)
  console.log(`refused while not revoked: ${tally.refusedBefore}`)
  return (
    tally.acceptedAfter === 0 &&
    tally.refusedBefore === 0 &&
    // Were nothing ever accepted, refusing everything would pass too.
    tally.acceptedBefore > tokens.length &&
    tally.sentAfter >= tokens.length * 25 &&
    fewestTries >= 5
  )
}

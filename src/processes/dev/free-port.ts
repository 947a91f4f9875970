import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Outgoing connections take theirs from above, so that a port found here is still free when it is bound. */
const FIRST = 10_000
const LAST = 32_000
const MAX_TRIES = 100

/** A port of 127.0.0.1 that nobody listens on. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${MAX_TRIES} ports between ${FIRST} and ${LAST} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}

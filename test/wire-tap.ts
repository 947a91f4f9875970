import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/**
 * Stands between the server and its database and counts what is asked: the only witness that a
 * request caused no query is the wire itself. Every frontend message that starts a statement counts.
 */
export function useWireTap(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  const tap = {
    url: '',
    statements: 0,
    /** Drops every connection and refuses new ones, as a database that went away would. */
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    /** Stops passing anything on, as a database that hangs would. */
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Takes new connections again; those that were frozen stay lost. */
    restore() {
      isCut = false
      isFrozen = false
    },
  }
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    if (isFrozen) {
      sockets.add(client)
      return
    }
    const upstream = createConnection(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // A connection cut in a test is the point of the test.
      socket.on('error', () => socket.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    client.on(
      'data',
      countStatements(() => tap.statements++),
    )
    client.pipe(upstream).pipe(client)
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const tapped = new URL(databaseUrl)
    tapped.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    tap.url = tapped.href
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return tap
}

/** Frontend messages are a type byte and a length; the first one of a connection has no type byte. */
function countStatements(onStatement: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let header = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= header + 4) {
      const length = header + rest.readInt32BE(header)
      if (rest.length < length) return
      if (header === 1 && STARTS_STATEMENT.has(rest[0])) onStatement()
      header = 1
      rest = rest.subarray(length)
    }
  }
}

/** P parses a statement, Q runs one given as text. */
const STARTS_STATEMENT = new Set<number | undefined>(Buffer.from('PQ'))

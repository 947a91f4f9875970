import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/**
 * Stands between the server and its database and counts what is asked: the only witness that a
 * request caused no query is the wire itself. Every frontend message that starts a statement counts.
 * It can also fail as networks and databases do.
 */
export function useWireTap(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  let onLostCommit: (() => void) | undefined
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
    /**
     * Lets the next commit of an audited change take effect, keeps its answer back and drops that one
     * connection: whoever sent it cannot know what became of it. Resolves when that has happened.
     * Jobs, which run beside the requests, commit too, but write no audit row.
     */
    cutAfterCommit(): Promise<void> {
      return new Promise((resolve) => {
        onLostCommit = resolve
      })
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
    let isAudited = false
    const onMessage = (type: string, body: Buffer) => {
      if (!STARTS_STATEMENT.has(type)) return
      tap.statements++
      isAudited ||= body.includes('insert into "audit"')
      const text = queryOf(type, body)
      if (text === 'commit' && isAudited && onLostCommit) {
        loseAnswer(client, upstream, onLostCommit)
        onLostCommit = undefined
      }
      if (ENDS_TRANSACTION.has(text)) isAudited = false
    }
    client.on('data', readMessages(0, onMessage))
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

/** Passes nothing more back; once the database has committed, both ends are dropped. */
function loseAnswer(client: Socket, upstream: Socket, onLost: () => void): void {
  const onMessage = (type: string, body: Buffer) => {
    if (type !== COMMAND_COMPLETE || textOf(body) !== 'COMMIT') return
    client.destroy()
    upstream.destroy()
    onLost()
  }
  upstream.unpipe(client)
  upstream.on('data', readMessages(1, onMessage)).resume()
}

/** A message is a type byte, its length and its body; only the first one that a client sends has no type byte. */
function readMessages(
  firstTypeLength: 0 | 1,
  onMessage: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeLength: number = firstTypeLength
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < length) return
      const type = rest.toString('latin1', 0, typeLength)
      const body = rest.subarray(typeLength + 4, length)
      typeLength = 1
      rest = rest.subarray(length)
      onMessage(type, body)
    }
  }
}

const QUERY = 'Q'
const COMMAND_COMPLETE = 'C'
/** P parses a statement, Q runs one given as text. */
const STARTS_STATEMENT = new Set(['P', QUERY])

const ENDS_TRANSACTION = new Set(['commit', 'rollback'])

/** Texts end with a zero byte. */
const textOf = (body: Buffer) => body.toString('utf8', 0, body.length - 1)
const queryOf = (type: string, body: Buffer) => (type === QUERY ? textOf(body) : '')

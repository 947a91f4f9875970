import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { readCommit, readStatements } from './sent-statements.ts'

/**
 * Stands between the server and its database and counts what is asked: the only witness that a
 * request caused no query is the wire itself. Every statement counts each time it is executed.
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
    /** Told of the text of each statement, in the order of their arrival on all connections. */
    onStatement: undefined as ((text: string) => void) | undefined,
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
    for (const socket of [client, upstream]) keepWhileOpen(sockets, socket)
    let isAudited = false
    const onStatement = (text: string) => {
      tap.statements++
      tap.onStatement?.(text)
      isAudited ||= text.includes('insert into "audit"')
      if (text === 'commit' && isAudited && onLostCommit) {
        loseAnswer(client, upstream, onLostCommit)
        onLostCommit = undefined
      }
      if (ENDS_TRANSACTION.has(text)) isAudited = false
    }
    client.on('data', readStatements(onStatement))
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

function keepWhileOpen(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  // A connection cut in a test is the point of the test.
  socket.on('error', () => socket.destroy())
  socket.once('close', () => sockets.delete(socket))
}

/** Passes nothing more back; once the database has committed, both ends are dropped. */
function loseAnswer(client: Socket, upstream: Socket, onLost: () => void): void {
  const onCommit = () => {
    client.destroy()
    upstream.destroy()
    onLost()
  }
  upstream.unpipe(client)
  upstream.on('data', readCommit(onCommit)).resume()
}

const ENDS_TRANSACTION = new Set(['commit', 'rollback'])

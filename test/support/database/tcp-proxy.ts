import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { readCommit, readStatements } from './sent-statements.ts'

/** What a stalled connection still does: nothing, or passing on what the client sends. */
export type Stall = 'swallow both ways' | 'swallow answers'

export type Cut = 'before it arrives' | 'before its answer'

export type TcpProxy = Readonly<{
  /** The address of the database through the proxy. */
  url: string
  /** From now on these connections are silent, without being closed; later ones work. */
  stallAll: (stall: Stall) => void
  /** The next connection that sends this text becomes silent with it. Several may be awaited. */
  stallAt: (text: string, stall: Stall) => void
  /** The next connection that commits an audited change is closed, before COMMIT arrives or before its answer. */
  cutAtCommit: (cut: Cut) => void
  countStalled: () => number
  /** Whoever waits there is told that the connection is lost. */
  closeStalled: () => void
  /** The texts that nobody has sent yet. */
  listAwaited: () => string[]
  isCutAwaited: () => boolean
  close: () => Promise<void>
}>

type Pair = {
  near: Socket
  far: Socket
  stall?: Stall | undefined
  isAudited?: boolean
  /** Reads answers that are not passed on. */
  readAnswer?: (data: Buffer) => void
}

/** Between a client and its database: connections that stop without an end, as after a lost machine. */
export async function openTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<Pair>()
  const awaited = new Map<string, Stall>()
  let awaitedCut: Cut | undefined
  const close = ({ near, far }: Pair) => {
    near.destroy()
    far.destroy()
  }
  // A node commits changes of its own now and then; those write no audit row.
  const takeCut = (pair: Pair, text: string): Cut | undefined => {
    pair.isAudited ||= text.includes('insert into "audit"')
    if (!text.includes('commit') || !pair.isAudited) return undefined
    pair.isAudited = false
    const cut = awaitedCut
    awaitedCut = undefined
    return cut
  }
  const server = createServer((near) => {
    const far = createConnection(Number(target.port || 5432), target.hostname)
    const pair: Pair = { near, far }
    pairs.add(pair)
    let cut: Cut | undefined
    const read = readStatements((text) => {
      pair.stall ??= takeAwaited(awaited, text)
      cut ??= takeCut(pair, text)
    })
    near.on('data', (data) => {
      read(data)
      if (cut === 'before it arrives') return close(pair)
      // What was sent with COMMIT is answered before it.
      if (cut) pair.readAnswer ??= readCommit(() => close(pair))
      if (pair.stall !== 'swallow both ways') far.write(data)
    })
    far.on('data', (data) => {
      if (pair.readAnswer) pair.readAnswer(data)
      else if (!pair.stall) near.write(data)
    })
    // The far end of a stalled connection stays open, as that of a client that vanished.
    near.on('error', () => undefined).on('close', () => pair.stall ?? far.destroy())
    far.on('error', () => undefined).on('close', () => pair.stall ?? near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    stallAll(stall) {
      for (const pair of pairs) pair.stall = stall
    },
    stallAt(text, stall) {
      awaited.set(text, stall)
    },
    cutAtCommit(cut) {
      awaitedCut = cut
    },
    closeStalled() {
      for (const pair of pairs) if (pair.stall) close(pair)
    },
    countStalled: () => [...pairs].filter(({ stall }) => stall).length,
    listAwaited: () => [...awaited.keys()],
    isCutAwaited: () => awaitedCut !== undefined,
    async close() {
      for (const pair of pairs) close(pair)
      server.close()
      await once(server, 'close')
    },
  }
}

/** What is to happen at a text that the statement contains; it happens once. */
function takeAwaited(awaited: Map<string, Stall>, statement: string): Stall | undefined {
  const [text, stall] = [...awaited].find(([sent]) => statement.includes(sent)) ?? []
  if (text !== undefined) awaited.delete(text)
  return stall
}

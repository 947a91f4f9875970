import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One origin before several nodes, which answer in turn; one that does not listen is skipped. */
export async function startRoundRobin() {
  const nodes: string[] = []
  const answeredBy: number[] = []
  let turn = 0

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    for (let tries = 0; tries < nodes.length; tries++) {
      const index = turn++ % nodes.length
      const answer = await ask(nodes[index] ?? '', incoming, body)
      if (!answer) continue
      answeredBy.push(index)
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
      return
    }
    outgoing.writeHead(502).end()
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    nodes,
    answeredBy,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Undefined when nobody listens there: then, and only then, nothing can have happened yet. */
async function ask(
  node: string,
  { method, url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | undefined> {
  // A new connection each time: a kept one could break after the request was sent.
  const sent = request(new URL(url, node), { method: method ?? 'GET', headers, agent: false })
  sent.end(body)
  try {
    const [answer] = await once(sent, 'response')
    return answer as IncomingMessage
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined
    throw error
  }
}

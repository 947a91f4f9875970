import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Forwarder = Readonly<{ url: string; close: () => void }>

/** One address for all nodes: each request goes to the node that is next, over a connection of its own. */
export async function openForwarder(next: () => string): Promise<Forwarder> {
  const server = createServer((received, response) => forward(next(), received, response))
  // Connections of callers are theirs to close: one that closes as a request arrives would fail it.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function forward(node: string, received: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = received
  const sent = request(new URL(url, node), { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  // Whoever sent the request counts it as failed.
  sent.on('error', () => response.destroy())
  received.pipe(sent)
}

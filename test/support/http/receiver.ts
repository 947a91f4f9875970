import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = Readonly<{
  path: string
  id: string
  headers: Record<string, string>
  body: string
  at: number
}>
type Answer = (call: Received, response: ServerResponse) => void

/** Destinations of notifications, one for each path: keeps what comes, and answers as it is told. */
export async function openReceiver() {
  const calls: Received[] = []
  let answer: Answer = (_call, response) => response.writeHead(204).end()
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>
    const body = await text(request)
    const id = headers['webhook-id'] ?? ''
    const call = { path: request.url ?? '', id, headers, body, at: performance.now() }
    calls.push(call)
    answer(call, response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    calls,
    host,
    url: (path: string) => `http://${host}${path}`,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    answerWith(next: Answer) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

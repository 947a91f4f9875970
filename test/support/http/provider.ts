import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export type ProviderCall = Readonly<{ key: string; body: string; headers: Record<string, string> }>
type Answer = (call: ProviderCall, response: ServerResponse, nth: number) => void

/** A provider of its own: keeps every call, and answers as it is told. */
export async function openProvider(port = 0) {
  const calls: ProviderCall[] = []
  let answer: Answer = (_call, response) => response.writeHead(204).end()
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>
    const call = { key: headers['webhook-id'] ?? '', body: await text(request), headers }
    calls.push(call)
    answer(call, response, calls.filter(({ key }) => key === call.key).length)
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    calls,
    host: `127.0.0.1:${taken}`,
    url: `http://127.0.0.1:${taken}/quota`,
    answerWith(next: Answer) {
      answer = next
    },
    /** Throws when the call was not signed with this secret. */
    verify: (secret: string, { body, headers }: ProviderCall) =>
      new Webhook(secret).verify(body, headers),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Provider = Awaited<ReturnType<typeof openProvider>>

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { HOST_NAME, type RunningProxy } from './start.ts'

/** A caller whose address is neither that of the proxy nor one of the operators' network. */
export const CALLER_ADDRESS = '127.0.0.9'

export type Sent = Readonly<{
  method?: string
  headers?: Record<string, string>
  /** Parts of the body, and the time between them. */
  body?: readonly (string | Buffer)[]
  pauseMs?: number
  localAddress?: string
}>
export type Received = Readonly<{
  status: number
  headers: IncomingMessage['headers']
  text: string
}>

/** Requests over TLS, whose certificate is checked, on connections that are kept. */
export function openCaller({ port, ca }: RunningProxy) {
  const agent = new Agent({ keepAlive: true, ca, servername: HOST_NAME })
  return {
    send(path: string, sent: Sent = {}): Promise<Received> {
      const { method = 'GET', localAddress = CALLER_ADDRESS } = sent
      const headers = { host: HOST_NAME, ...sent.headers }
      const options = { host: '127.0.0.1', port, path, method, headers, localAddress, agent }
      return receive(request(options), sent)
    },
    /** When the first bytes of the body arrive, and how many there are after a while; the rest is not read. */
    async watchBody(path: string, headers: Record<string, string>, ms: number) {
      const options = { host: '127.0.0.1', port, path, headers: { host: HOST_NAME, ...headers } }
      const req = request({ ...options, agent }).end()
      const startedAt = performance.now()
      const [response] = (await once(req, 'response')) as [IncomingMessage]
      let [firstByteMs, bytes] = [Number.POSITIVE_INFINITY, 0]
      response.on('data', (chunk: Buffer) => {
        firstByteMs = Math.min(firstByteMs, performance.now() - startedAt)
        bytes += chunk.length
      })
      await delay(ms)
      req.destroy()
      return { status: response.statusCode, firstByteMs, bytes }
    },
    close: () => agent.destroy(),
  }
}
export type Caller = ReturnType<typeof openCaller>

/** The status and the address to go to, of a request without TLS. */
export async function sendPlain({ plainPort }: RunningProxy, path: string): Promise<Received> {
  const options = { host: '127.0.0.1', port: plainPort, path, headers: { host: HOST_NAME } }
  return receive(requestPlain({ ...options, agent: false }), {})
}

async function receive(req: ClientRequest, { body = [], pauseMs = 0 }: Sent): Promise<Received> {
  const answered = once(req, 'response') as Promise<[IncomingMessage]>
  // Whoever refuses a body need not read it: then the write fails, and the response counts.
  await Promise.race([answered, writeBody(req, body, pauseMs)])
  const [response] = await answered
  const { statusCode = 0, headers } = response
  return { status: statusCode, headers, text: await text(response) }
}

async function writeBody(req: ClientRequest, parts: readonly (string | Buffer)[], pauseMs: number) {
  for (const part of parts) {
    req.write(part)
    await delay(pauseMs)
  }
  req.end()
}

import { once } from 'node:events'
import { Agent, type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { buffer } from 'node:stream/consumers'

export type Sent = Readonly<{
  method: string
  target: string
  headers: Readonly<Record<string, string>>
  body?: string | Buffer | undefined
  isSecure?: boolean
}>

export type Answered = Readonly<{
  status: number
  /** In the order of their names, which are in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Each character is one byte. */
  text: string
}>

type Addresses = Readonly<{ plainUrl: string; secureUrl: string }>
/** `host`: the one in PUBLIC_URL, so that neither side learns from a request where it listens. */
type Called = Readonly<{ host: string; ca: string }>

const MAX_ANSWER_MS = 20_000

/** Sends requests as they are, on connections that stay open. */
export function openSender({ plainUrl, secureUrl }: Addresses, { host, ca }: Called) {
  const plain = new Agent({ keepAlive: true })
  const secure = new SecureAgent({ keepAlive: true, ca, servername: 'localhost' })
  return {
    async send({ method, target, headers, body, isSecure = false }: Sent): Promise<Answered> {
      const { hostname, port } = new URL(isSecure ? secureUrl : plainUrl)
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = {
        ...{ hostname, port, method, path: target, setHost: false },
        headers: { host, ...length, ...headers },
        signal: AbortSignal.timeout(MAX_ANSWER_MS),
      }
      const request = isSecure
        ? requestSecurely({ ...options, agent: secure })
        : requestPlainly({ ...options, agent: plain })
      // One that comes after the response has nobody else to hear it.
      request.on('error', () => undefined)
      request.end(body)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const text = (await buffer(response)).toString('latin1')
      return { status: response.statusCode ?? 0, headers: toPairs(response.rawHeaders), text }
    },
    close(): void {
      plain.destroy()
      secure.destroy()
    },
  }
}

export type Sender = ReturnType<typeof openSender>

export const findHeader = ({ headers }: Answered, name: string): string | undefined =>
  headers.find(([found]) => found === name)?.[1]

function toPairs(raw: readonly string[]): (readonly [string, string])[] {
  const names = raw.filter((_text, n) => n % 2 === 0)
  const pairs = names.map((name, n) => [name.toLowerCase(), raw[2 * n + 1] ?? ''] as const)
  return pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
}

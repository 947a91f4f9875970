import { once } from 'node:events'
import { createConnection } from 'node:net'
import { Writable } from 'node:stream'
import { connect } from 'node:tls'
import { findTokenValues } from './token-values.ts'

/** A request of area A with exactly these header lines: no client would leave the length out. */
export async function sendLines(
  url: string,
  { method, lines, body, token }: RawRequest,
): Promise<{ line: string; status: number; body: unknown }> {
  const head = [`${method} /v0.1/anything HTTP/1.1`, 'Host: x', 'Connection: close', ...lines]
  if (token) head.push(`X-API-Token: ${token}`)
  const answer = await sendRaw(url, `${head.join('\r\n')}\r\n\r\n${body}`)
  const [top = '', json = ''] = answer.split('\r\n\r\n')
  const [line = ''] = top.split('\r\n')
  return { line, status: Number(top.split(' ')[1]), body: JSON.parse(json) }
}

type RawRequest = Readonly<{
  method: string
  lines: readonly string[]
  body: string
  token: string
}>

/** Sends bytes as they are and reads until the server hangs up: what no HTTP client would send. */
export async function sendRaw(url: string, request: string | Buffer): Promise<string> {
  const { protocol, hostname: host, port } = new URL(url)
  const isTls = protocol === 'https:'
  const address = { host, port: Number(port || (isTls ? 443 : 80)) }
  const socket = isTls ? connect({ ...address, servername: host }) : createConnection(address)
  const chunks: Buffer[] = []
  socket.pipe(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    }),
  )
  socket.write(request)
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString('utf8')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  if (findTokenValues(Number(head.split(' ')[1]), head, body).length > 0) {
    throw new Error(`an answer holds a token value: ${head}`)
  }
  return answer
}

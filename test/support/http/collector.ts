import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number }
type Attribute = { key: string; value: Value }
type RawSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status?: { code?: number }
  links?: { spanId: string }[]
  attributes: Attribute[]
}
type Exported = { resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[] }

export type ReceivedSpan = Omit<RawSpan, 'attributes' | 'links'> &
  Readonly<{ attributes: Record<string, string | number | undefined>; links: string[] }>

/** Receives OTLP over HTTP in JSON, and keeps it. */
export async function openCollector() {
  const bodies: Exported[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end()
      return
    }
    headers.push(request.headers)
    bodies.push((await json(request)) as Exported)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    headers,
    readText: () => JSON.stringify(bodies),
    findSpans: (): ReceivedSpan[] =>
      bodies
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ attributes, links = [], ...span }) => ({
          ...span,
          links: links.map(({ spanId }) => spanId),
          attributes: Object.fromEntries(
            attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
          ),
        })),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

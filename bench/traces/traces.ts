import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fillUserRequests } from '../fill/user-requests.ts'
import { type Measure, measureRounds, median } from '../load/rounds.ts'
import { load, rateOf } from '../load/wrk.ts'
import type { Size } from '../size.ts'
import { withDatabase } from '../start/database.ts'
import { startServer } from '../start/server.ts'

const CONNECTIONS = 128
const RATIOS = ['0.01', '1.0'] as const

/** `GET /v0.1/user` without traces, with one of a hundred, and with all: relative to none. */
export async function benchTraces(size: Size): Promise<void> {
  await withDatabase(size, async (database) => {
    const file = await fillUserRequests(database, size)
    await using running = new AsyncDisposableStack()
    const endpoint = await openSink(running)
    const measureOf = async (settings: Record<string, string>): Promise<Measure> => {
      const { url } = await startServer(database, size.folder, running, settings)
      return (seconds) => load(url, file, { connections: CONNECTIONS, seconds })
    }
    const sides: Record<string, Measure> = { off: await measureOf({}) }
    for (const ratio of RATIOS) {
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio }
      sides[ratio] = await measureOf(settings)
    }
    const measured = await measureRounds(sides, size)
    const rate = (side: string) => median((measured[side] ?? []).map(rateOf))
    console.log('| `OTEL_TRACES_SAMPLER_ARG` | Requests/s | Relative to no traces |')
    console.log('|---|---|---|')
    for (const side of Object.keys(sides))
      console.log(
        `| ${side} | ${Math.round(rate(side))} | ${(rate(side) / rate('off')).toFixed(2)} |`,
      )
  })
}

/** Takes what it is sent and drops it, so that no other program uses the processor. */
async function openSink(running: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.defer(() => server.closeAllConnections())
  running.defer(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

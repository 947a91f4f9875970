import type { Outgoing } from '../outgoing.ts'
import { typeOf } from './error-type.ts'
import type { Traces } from './traces.ts'

/** One span per call. The other side may go on with the trace. */
export const traceOutgoing = (outgoing: Outgoing, traces: Traces): Outgoing => ({
  async post(url, headers, body) {
    const { hostname, port } = new URL(url)
    const attributes = {
      'http.request.method': 'POST',
      'server.address': hostname,
      ...(port !== '' && { 'server.port': Number(port) }),
    }
    const span = traces.start('POST', { kind: 'client', attributes })
    try {
      const answer = await traces.run(span, () =>
        outgoing.post(url, { ...headers, ...traces.carry() }, body),
      )
      span.setAttribute('http.response.status_code', answer.status)
      traces.end(span, answer.status >= 400 ? String(answer.status) : undefined)
      return answer
    } catch (error) {
      traces.end(span, typeOf(error))
      throw error
    }
  },
})

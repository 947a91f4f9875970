import { Type } from 'typebox'
import { address, defineSettings } from '../settings/settings.ts'

export type TraceSettings = Readonly<{
  /** Without it, nothing is traced. */
  traces: Readonly<{ url: string; headers: Record<string, string>; ratio: number }> | undefined
}>

const PAIRS = '^[^=,\\s]+=[^,]*(,[^=,\\s]+=[^,]*)*$'

/** The names are those of OpenTelemetry. */
export const traceSettings = defineSettings({
  environment: {
    OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
      address(
        'url',
        '^https?://[^?#]+[^/?#]$',
        'The URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. Traces are then sent to `/v1/traces` under this URL, as OTLP over HTTP in JSON. Default: traces are off.',
      ),
    ),
    OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
      Type.String({
        pattern: PAIRS,
        description:
          'The headers of each request to the collector, as `name=value,name=value`. Values are URL-encoded.',
      }),
    ),
    OTEL_TRACES_SAMPLER_ARG: Type.Number({
      default: 1,
      minimum: 0,
      maximum: 1,
      description:
        'The share of traces that is sent, from 0 to 1. The choice depends on the trace id, so all processes choose the same traces.',
    }),
  },
  read: (values): TraceSettings => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = values
    const headers = toHeaders(values.OTEL_EXPORTER_OTLP_HEADERS)
    return { traces: endpoint ? { url: `${endpoint}/v1/traces`, headers, ratio } : undefined }
  },
})

const toHeaders = (pairs = '') =>
  Object.fromEntries(
    pairs
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name, decode(value.join('='))]
      }),
  )

/** A value with a lone percent sign is meant as it stands. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

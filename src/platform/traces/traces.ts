import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

export type TraceOptions = Readonly<{
  url: string
  headers: Record<string, string>
  ratio: number
  version: string
  /** Called when spans could not be sent; they are lost. */
  onFailure: (error: unknown) => void
}>

/** The header of W3C Trace Context, by which a trace goes on in another process. */
export type Carrier = Readonly<{ traceparent?: string }>

export type SpanStart = Readonly<{
  kind: keyof typeof KINDS
  attributes: Attributes
  /** By default the current span. */
  parent?: Span | Carrier
  links?: readonly Span[]
  /** Of whoever called: their trace is another. */
  caller?: Carrier
  /** As of `performance.now()`. By default, now. */
  startedAt?: number
}>

export type Traces = Readonly<{
  start: (name: string, options: SpanStart) => Span
  /** With an error type, the span is one that failed. */
  end: (span: Span, errorType?: string) => void
  /** What `work` calls, also later, is part of the span. */
  run: <T>(span: Span, work: () => T) => T
  /** The current span, unless its trace was not chosen to be sent. */
  findCurrent: () => Span | undefined
  /** For whoever goes on with the current trace. */
  carry: () => Carrier
  /** Sends what is left, for a few seconds at most. */
  close: () => Promise<void>
}>

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

const EXPORT_TIMEOUT_MS = 3000
const MAX_CLOSE_MS = 4000

/** Nothing of it is global: a process can have several servers, each with traces of its own. */
export function openTraces({ url, headers, ratio, version, onFailure }: TraceOptions): Traces {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'binnacle', 'service.version': version }),
    // By the id, which is ours: a caller must not decide what is sent.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: noteFailures(exporter, onFailure),
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('binnacle', version)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Span>()

  function toContext(parent: Span | Carrier | undefined): Context {
    if (!parent) return ROOT_CONTEXT
    return 'spanContext' in parent
      ? trace.setSpan(ROOT_CONTEXT, parent)
      : propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter)
  }

  return {
    start(name, { kind, attributes, parent = current.getStore(), links = [], caller, startedAt }) {
      const called = caller && trace.getSpanContext(toContext(caller))
      const options = {
        kind: KINDS[kind],
        attributes,
        links: [...links.map((span) => span.spanContext()), ...(called ? [called] : [])].map(
          (context) => ({ context }),
        ),
        ...(startedAt !== undefined && { startTime: startedAt }),
      }
      return tracer.startSpan(name, options, toContext(parent))
    },

    end(span, errorType) {
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },

    run: (span, work) => current.run(span, work),

    findCurrent() {
      const span = current.getStore()
      return span?.isRecording() ? span : undefined
    },

    carry() {
      const span = current.getStore()
      const carrier: { traceparent?: string } = {}
      if (span) propagator.inject(toContext(span), carrier, defaultTextMapSetter)
      return carrier
    },

    close: () =>
      Promise.race([
        provider.shutdown().catch(onFailure),
        delay(MAX_CLOSE_MS, undefined, { ref: false }),
      ]),
  }
}

function noteFailures(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailure(result.error)
        onResult(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

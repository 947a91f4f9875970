import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** All values that a label can have, or a sentence that says what limits their number. */
export type LabelValues = readonly string[] | string

type Labels<Label extends string> = Readonly<Record<Label, LabelValues>>

export type Definition<
  Type extends 'counter' | 'gauge' | 'histogram' = 'counter' | 'gauge' | 'histogram',
  Label extends string = string,
> = Readonly<{
  type: Type
  name: string
  help: string
  labels: Labels<Label>
  buckets?: readonly number[]
}>

export const counter = <Label extends string = never>(
  name: string,
  help: string,
  labels = {} as Labels<Label>,
): Definition<'counter', Label> => ({ type: 'counter', name, help, labels })

export const gauge = <Label extends string = never>(
  name: string,
  help: string,
  labels = {} as Labels<Label>,
): Definition<'gauge', Label> => ({ type: 'gauge', name, help, labels })

export const histogram = <Label extends string = never>(
  name: string,
  help: string,
  labels: Labels<Label>,
  buckets: readonly number[],
): Definition<'histogram', Label> => ({ type: 'histogram', name, help, labels, buckets })

type MetricOf<D> =
  D extends Definition<infer Type, infer Label>
    ? { counter: Counter<Label>; gauge: Gauge<Label>; histogram: Histogram<Label> }[Type]
    : never

const KINDS = { counter: Counter, gauge: Gauge, histogram: Histogram } as const

/** Creates every metric in this registry. */
export function openMetrics<const All extends Readonly<Record<string, Definition>>>(
  all: All,
  registry: Registry,
): { [Key in keyof All]: MetricOf<All[Key]> } {
  const opened = Object.entries(all).map(([key, { type, name, help, labels, buckets }]) => {
    const metric = new KINDS[type]({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [registry],
      ...(buckets && { buckets: [...buckets] }),
    })
    // A time or an age of 0 would be wrong until there is one.
    if (metric instanceof Gauge && Object.keys(labels).length === 0) metric.remove()
    startAtZero(metric, labels)
    return [key, metric] as const
  })
  return Object.fromEntries(opened) as { [Key in keyof All]: MetricOf<All[Key]> }
}

/** Without a first value of 0, `increase()` in Prometheus misses the first event of a series. */
function startAtZero(metric: Counter | Gauge | Histogram, labels: Labels<string>): void {
  const [[label, values] = [], ...others] = Object.entries(labels)
  if (label === undefined || typeof values !== 'object' || others.length > 0) return
  for (const value of values) {
    if (metric instanceof Counter) metric.inc({ [label]: value }, 0)
    else if (metric instanceof Histogram) metric.zero({ [label]: value })
  }
}

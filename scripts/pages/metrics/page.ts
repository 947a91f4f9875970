import { jobQueues } from '../../../src/jobs.ts'
import type { Definition, LabelValues } from '../../../src/platform/metrics/definition.ts'
import { DEFINITIONS } from '../../../src/platform/metrics/definitions.ts'
import { listRules } from './rules.ts'

/** Values that the platform does not know. */
const VALUES: Readonly<Record<string, LabelValues>> = {
  queue: Object.keys(jobQueues),
}

/** Every metric of Binnacle, as a page for people. */
export function metricsPage(): string {
  const rules = listRules()
  const rows = Object.values<Definition>(DEFINITIONS).map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    Object.entries(labels).map(describeLabel).join('; '),
    help,
    rules
      .filter(({ expr }) => new RegExp(`\\b${name}(_bucket|_count|_sum)?\\b`).test(expr))
      .map(({ alert }) => alert)
      .join(', '),
  ])
  return [
    '# Metrics',
    '',
    'Each `serve` and `work` process has these metrics at `http://METRICS_ADDRESS/metrics`, in the format of Prometheus,',
    'and the standard metrics of Node.js (`process_*`, `nodejs_*`). A label never contains an id, a name or a path that a caller',
    'sent. The alerts are in `deploy/prometheus/binnacle.rules.yml`; [monitoring](guides/monitoring.md) explains them. A histogram',
    '`NAME` has the series `NAME_bucket`, `NAME_sum` and `NAME_count`.',
    '',
    '| Metric | Type | Labels | What it measures | Alerts |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    'This page is generated from `src/platform/metrics/definitions.ts` by `npm run generate`.',
    '',
  ].join('\n')
}

function describeLabel([label, given]: [string, LabelValues]): string {
  const values = VALUES[label] ?? given
  const text =
    typeof values === 'string' ? values : values.map((value) => `\`${value}\``).join(', ')
  return `\`${label}\`: ${text}`
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { listQueries } from '../../proof/alerts/dashboard.ts'
import { divideDurations } from '../../proof/alerts/prometheus.ts'
import { listRules } from '../../scripts/pages/metrics/rules.ts'
import { makeMetrics } from '../../src/platform/metrics/metrics.ts'

const RULES = listRules()
const GUIDE = readFileSync('docs/guides/monitoring.md', 'utf8')
const EXPRESSIONS = [...RULES.map(({ expr }) => expr), ...listQueries().map(({ query }) => query)]

/** Metrics of Prometheus itself, and of the library. */
const FOREIGN = /^(up|ALERTS|process_|nodejs_)/

function listMetrics(expressions: readonly string[]): string[] {
  // Without labels, ranges, and the names in `by (...)`.
  const names = expressions.flatMap(
    (text) =>
      text
        .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
        .match(/\b(binnacle_\w+|process_\w+|nodejs_\w+)\b/g) ?? [],
  )
  return [...new Set(names)]
}

async function listKnown(): Promise<Set<string>> {
  const all = await makeMetrics().registry.getMetricsAsJSON()
  return new Set(
    all.flatMap(({ name, type }) =>
      String(type) === 'histogram'
        ? ['bucket', 'sum', 'count'].map((end) => `${name}_${end}`)
        : [name],
    ),
  )
}

describe('the alert rules and the dashboard', () => {
  test('name metrics that the code has', async () => {
    const known = await listKnown()
    const named = listMetrics(EXPRESSIONS).filter((name) => !FOREIGN.test(name))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(known.has('binnacle_no_such_metric')).toBe(false)
  })

  test('use every metric but those of retired operations, retries and deliveries', async () => {
    const named = new Set(listMetrics(EXPRESSIONS))
    const unused = [...(await listKnown())]
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
      .filter((name) => ![...named].some((used) => used.startsWith(name)))
    expect(unused).toEqual([
      'binnacle_retired_operation_requests_total',
      'binnacle_shared_read_retries_total',
    ])
  })
})

describe('each alert', () => {
  test.each(RULES.map((rule) => [rule.alert, rule] as const))(
    '%s has a severity, a summary, and a description with a link to its heading',
    (alert, { labels, annotations }) => {
      expect(['critical', 'warning']).toContain(labels.severity)
      expect(annotations.summary).toMatch(/\.$/)
      expect((annotations.description ?? '').length).toBeGreaterThan(100)
      expect(annotations.runbook).toBe(`docs/guides/monitoring.md#${alert.toLowerCase()}`)
      expect(GUIDE).toContain(`\n### ${alert}\n`)
    },
  )

  test('has a test in which it fires and one in which it does not', () => {
    const text = readFileSync('deploy/prometheus/binnacle.rules.test.yml', 'utf8')
    const { tests } = parse(text) as { tests: { name: string }[] }
    expect(tests.map(({ name }) => name).sort()).toEqual(
      RULES.flatMap(({ alert }) => [`${alert} fires`, `${alert} does not fire`]).sort(),
    )
  })
})

test('durations are divided, and nothing else is', () => {
  const rule = 'expr: sum(rate(x{a="5m"}[5m])) > 60\nfor: 2m\ntext: for 5 minutes'
  expect(divideDurations(rule, 20)).toBe(
    'expr: sum(rate(x{a="5m"}[15000ms])) > 60\nfor: 6000ms\ntext: for 5 minutes',
  )
})

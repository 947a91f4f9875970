import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeAim, FIGURES, type Label } from '../../bench/figures/aims.ts'
import { readFigures } from '../../bench/figures/printed.ts'
import {
  FIGURES_PAGE,
  LABELS,
  readRows,
  renderRows,
  sectionOf,
  withSection,
} from '../../bench/figures/table.ts'
import { findWorse } from '../../bench/figures/thresholds.ts'
import { PARTS } from '../../scripts/nightly/parts.ts'

const rowsOf = (text: string) => readRows(withSection(EMPTY, 'figures', text))
const EMPTY = '<!-- bench figures -->\n<!-- end of bench figures -->'
const printed = (label: string, ratio: string) => [
  `${label}: ${ratio}`,
  `  rounds 0.40 to 0.60; 1200 /s beside 2400 /s; aim ≥ 0.75 missed`,
]
const GROWTH = 'p50 with 10⁷ tokens, relative to 10⁴ tokens'
const stamp = { commit: '1234567', date: '2026-01-02' }

describe('the figures of performance.md', () => {
  const guide = readFileSync(FIGURES_PAGE, 'utf8')
  const rows = readRows(guide)

  test('are one for each label that a bench prints, with its aim', () => {
    expect(rows.map(({ label, of, aim }) => [label, of, aim])).toEqual(
      Object.entries(FIGURES).map(([label, { of, aim }]) => [label, of, describeAim(aim)]),
    )
  })

  test('are of one commit, all or none', () => {
    const commits = rows.map(({ measured }) => measured?.commit)
    expect(new Set(commits).size).toBe(1)
  })

  test('each bench has a part in performance.md, and in the nightly run if it has a figure', () => {
    for (const { bench } of Object.values(FIGURES)) {
      expect(sectionOf(guide, bench)).toContain('|')
      expect(PARTS[`bench-${bench}`]?.command.slice(-2)).toEqual([bench, '--check'])
    }
  })
})

test('README promises no more than was measured', () => {
  const [guide, readme] = [FIGURES_PAGE, 'README.md'].map((file) => readFileSync(file, 'utf8'))
  const promised = (what: RegExp) => Number(what.exec(readme ?? '')?.[1]?.replace(',', ''))
  const measured = (label: Label, column: RegExp) =>
    Number(column.exec(guide?.split(`| ${label} | `)[1]?.split('\n')[0] ?? '')?.[1])
  const rate = /\| (\d+) \/s/
  const [checks, lists, requests] = (
    [
      'API token, relative to a bare shared read',
      'list of events with a full cache, relative to a bare route',
      'quota request, relative to bare inserts',
    ] as const
  ).map((label) => measured(label, rate))
  expect(promised(/([\d,]+) token checks/)).toBeLessThanOrEqual(checks ?? 0)
  expect(promised(/(\d+) lists of events/)).toBeLessThanOrEqual(lists ?? 0)
  expect(promised(/(\d+) quota requests/)).toBeLessThanOrEqual(requests ?? 0)
  expect(promised(/a check takes ([\d.]+) times as long/)).toBeGreaterThanOrEqual(
    measured(GROWTH, /^([\d.]+)/),
  )
})

describe('a figure is worse than that of the page', () => {
  const printedAll = (bench: string, ratio: string) =>
    LABELS.filter((label) => FIGURES[label].bench === bench).flatMap((label) =>
      printed(label, ratio),
    )
  const worse = (bench: string, now: string, then: string) =>
    findWorse(
      bench,
      readFigures(printedAll(bench, now)),
      rowsOf(renderRows([], readFigures(printedAll(bench, then)), stamp)),
    )

  test.each([
    ['0.85', '1.00', 0],
    ['0.84', '1.00', 5],
    ['2.00', '1.00', 0],
  ])('at least: %s instead of %s', (now, then, count) => {
    expect(worse('tokens', now, then)).toHaveLength(count)
  })

  test.each<[string, string, Label[]]>([
    ['1.17', '1.00', []],
    ['1.18', '1.00', [GROWTH]],
    ['0.50', '1.00', []],
  ])('at most: %s instead of %s', (now, then, labels) => {
    expect(worse('growth', now, then)).toEqual(labels)
  })

  test('a figure that is not printed is worse, and one that the page lacks is told', () => {
    const rows = rowsOf(renderRows([], readFigures(printed(GROWTH, '1.00')), stamp))
    expect(findWorse('growth', {}, rows)).toEqual([GROWTH])
    expect(() => findWorse('tokens', {}, rows)).toThrow('npm run bench -- all --write')
  })
})

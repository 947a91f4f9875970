import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BENCHES } from '../../bench/benches.ts'
import { describeAim, FIGURES, type Label } from '../../bench/figures/aims.ts'
import { checkFigures } from '../../bench/figures/check.ts'
import { readFigures } from '../../bench/figures/printed.ts'
import { LABELS, readRows, renderRows, sectionOf, withSection } from '../../bench/figures/table.ts'
import { findWorse } from '../../bench/figures/thresholds.ts'
import { readOptions } from '../../bench/options.ts'
import { PARTS } from '../../scripts/nightly/parts.ts'

const rowsOf = (text: string) => readRows(withSection(EMPTY, 'figures', text))
const EMPTY = '<!-- bench figures -->\n<!-- end of bench figures -->'
const printed = (label: string, ratio: string) => [
  `${label}: ${ratio}`,
  `  rounds 0.40 to 0.60; 1200 /s beside 2400 /s; aim ≥ 0.75 missed`,
]
const STATIC = 'API token, relative to a static response'
const GROWTH = 'p50 with 10⁷ tokens, relative to 10⁴ tokens'
const stamp = { commit: '1234567', date: '2026-01-02' }

describe('the figures of the README', () => {
  const rows = readRows(readFileSync('README.md', 'utf8'))

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
    const guide = readFileSync('docs/guides/performance.md', 'utf8')
    for (const bench of Object.keys(BENCHES)) expect(sectionOf(guide, bench)).toContain('|')
    for (const { bench } of Object.values(FIGURES)) {
      expect(Object.keys(BENCHES)).toContain(bench)
      expect(PARTS[`bench-${bench}`]?.command.slice(-2)).toEqual([bench, '--check'])
    }
  })
})

test('a figure that a bench prints is written, and other rows stay', () => {
  const first = renderRows([], readFigures(printed(STATIC, '0.50')), stamp)
  const second = rowsOf(renderRows(rowsOf(first), readFigures(printed(GROWTH, '1.10')), stamp))
  expect(second.map(({ label }) => label)).toEqual(LABELS)
  expect(second.filter(({ measured }) => measured)).toMatchObject([
    { label: STATIC, measured: { ratio: 0.5, ...stamp } },
    { label: GROWTH, aim: '≤ 1.3', measured: { ratio: 1.1, ...stamp } },
  ])
})

test('a line that is no figure is not read, and a figure without rounds is refused', () => {
  expect(readFigures(['round 1 binnacle: 0.50', ...printed(STATIC, '0.50')])).toEqual({
    [STATIC]: {
      ratio: 0.5,
      lowest: 0.4,
      highest: 0.6,
      ours: '1200 /s',
      theirs: '2400 /s',
    },
  })
  expect(() => readFigures([`${STATIC}: 0.50`])).toThrow('no rounds')
})

describe('a figure is worse than that of the README', () => {
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

  test('a figure that is not printed is worse, and one that the README lacks is told', () => {
    const rows = rowsOf(renderRows([], readFigures(printed(GROWTH, '1.00')), stamp))
    expect(findWorse('growth', {}, rows)).toEqual([GROWTH])
    expect(() => findWorse('tokens', {}, rows)).toThrow('npm run bench -- all --write')
  })
})

test.each([
  ['in time', ['1.00'], true],
  ['once too late', ['9.00', '1.00'], true],
  ['twice too late', ['9.00', '9.00'], false],
])('a figure that is %s: the check runs the bench at most twice', async (_what, ratios, passes) => {
  const left = [...ratios]
  const run = async () => printed(GROWTH, left.shift() ?? '')
  expect(await checkFigures({ names: ['growth'] }, run)).toBe(passes)
  expect(left).toEqual([])
})

test('only the full size is written into README.md or compared with it', () => {
  for (const size of [['--short'], ['--rows', '10'], ['--rounds', '1'], ['--pooler']]) {
    expect(() => readOptions(['all', '--write', ...size])).toThrow('full size')
    expect(() => readOptions(['tokens', '--check', ...size])).toThrow('full size')
    expect(readOptions(['all', '--write', '--into', 'copy', ...size]).sizeArgs).toEqual(size)
  }
  expect(readOptions(['all', '--write']).names).toEqual(Object.keys(BENCHES))
  expect(() => readOptions(['nothing'])).toThrow('Name a bench')
})

import { describeAim, FIGURES, type Label } from './aims.ts'
import type { Measured } from './printed.ts'

export type Row = Readonly<{
  label: string
  of: string
  aim: string
  /** Undefined until it has been measured. */
  measured: Readonly<{ ratio: number; commit: string; date: string }> | undefined
}>

const HEAD = [
  '| Figure | Workload | Target | Measured | Commit | Date |',
  '|---|---|---|---|---|---|',
]
const NOT_MEASURED = 'not measured'
export const FIGURES_PAGE = 'docs/guides/performance.md'
export const LABELS = Object.keys(FIGURES) as Label[]

/** The rows of the page of figures, also those that nobody has measured yet. */
export function readRows(page: string): Row[] {
  return sectionOf(page, 'figures')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const [, label = '', of = '', aim = '', ratio = '', commit = '', date = ''] = cells
      const isMeasured = ratio !== NOT_MEASURED
      return { label, of, aim, measured: isMeasured ? { ratio: +ratio, commit, date } : undefined }
    })
}

/** A row for each label; `measured` takes the place of what the row had. */
export function renderRows(
  before: readonly Row[],
  measured: Partial<Record<Label, Measured>>,
  stamp: Readonly<{ commit: string; date: string }>,
): string {
  const rows = LABELS.map((label) => {
    const { of, aim } = FIGURES[label]
    const ratio = measured[label]?.ratio
    const kept = before.find((row) => row.label === label)?.measured
    const now = ratio === undefined ? kept : { ratio, ...stamp }
    const cells = now ? [now.ratio.toFixed(2), now.commit, now.date] : [NOT_MEASURED, '', '']
    return `| ${[label, of, describeAim(aim), ...cells].join(' | ')} |`
  })
  return [...HEAD, ...rows].join('\n')
}

/** What both sides of each label of a bench reached, and how far single rounds were apart. */
export function renderSides(measured: Partial<Record<Label, Measured>>): string {
  const rows = Object.entries(measured).map(
    ([label, { lowest, highest, ratio, ours, theirs }]) =>
      `| ${label} | ${ratio.toFixed(2)} | ${lowest.toFixed(2)} to ${highest.toFixed(2)} | ${ours} | ${theirs} |`,
  )
  return [
    '| Figure | Median | Rounds | Binnacle | Baseline |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const beginOf = (name: string) => `<!-- bench ${name} -->`
const endOf = (name: string) => `<!-- end of bench ${name} -->`

export function sectionOf(page: string, name: string): string {
  const from = page.indexOf(beginOf(name))
  const until = page.indexOf(endOf(name))
  if (from < 0 || until < from) throw new Error(`the page has no section "bench ${name}"`)
  return page.slice(from + beginOf(name).length, until)
}

/** The page with another text between the two comments of a section. */
export function withSection(page: string, name: string, text: string): string {
  const old = `${beginOf(name)}${sectionOf(page, name)}${endOf(name)}`
  return page.replace(old, () => `${beginOf(name)}\n${text}\n${endOf(name)}`)
}

import { styleText } from 'node:util'
import type { Io } from './io.ts'

export const FORMATS = ['table', 'json', 'tsv'] as const
export type Format = (typeof FORMATS)[number]

export type Printer = Readonly<{ io: Io; format: Format }>

/**
 * `time` cells are relative for a person and exact for a program; `number` cells stand at the right;
 * `prose` is cut where a table would be wider than the screen.
 */
export type Column<Row> = Readonly<{
  header: string
  value: (row: Row) => string | number | null | undefined
  kind?: 'text' | 'time' | 'number' | 'prose'
}>

/** A list: `body` is what the API answered, and what json shows. */
export function printRows<Row>(
  { io, format }: Printer,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  body: unknown = rows,
): void {
  const isPretty = format === 'table' && io.isTerminal
  const toCells = (row: Row) => columns.map((column) => toCell(column, row, isPretty))
  if (format === 'json') io.out(toJson(body))
  else if (format === 'tsv') io.out(toLines(rows.map((row) => toCells(row).join('\t'))))
  else if (rows.length > 0) io.out(toLines(toTable(io, columns, rows.map(toCells))))
}

/** One thing, a fact per line. */
export function printFacts<Row>(
  { io, format }: Printer,
  row: Row,
  columns: readonly Column<Row>[],
  body: unknown = row,
): void {
  const isPretty = format === 'table' && io.isTerminal
  const facts = columns
    .map((column) => [column.header, toCell(column, row, isPretty)] as const)
    .filter(([, value]) => value !== '')
  const width = Math.max(...facts.map(([name]) => name.length))
  const lines = facts.map(([name, value]) =>
    format === 'tsv' ? `${name}\t${value}` : `${bold(io, name.padEnd(width))}  ${value}`,
  )
  io.out(format === 'json' ? toJson(body) : toLines(lines))
}

/** What is named alone: an id, an address, a value. */
export function printName({ io, format }: Printer, name: string, body: unknown): void {
  io.out(format === 'json' ? toJson(body) : toLines([toPlain(name)]))
}

export const toJson = (body: unknown) => `${JSON.stringify(body, null, 2)}\n`

const toLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

function toTable<Row>(
  io: Io,
  columns: readonly Column<Row>[],
  cells: readonly string[][],
): string[] {
  const widest = columns.map(({ header }, i) =>
    Math.max(header.length, ...cells.map((line) => lengthOf(line[i] ?? ''))),
  )
  const widths = fitToScreen(widest, columns, io.columns)
  const toLine = (line: readonly string[]) =>
    line
      .map((whole, i) => {
        const cell = cut(whole, widths[i] ?? 0)
        const space = ' '.repeat((widths[i] ?? 0) - lengthOf(cell))
        return columns[i]?.kind === 'number' ? space + cell : cell + space
      })
      .join(GAP)
      .trimEnd()
  return [bold(io, toLine(columns.map(({ header }) => header))), ...cells.map(toLine)]
}

const GAP = '  '
const LEAST_PROSE = 12

/** The widest prose gives way first. Names and ids stay whole: people copy them. */
function fitToScreen<Row>(
  widest: readonly number[],
  columns: readonly Column<Row>[],
  screen: number,
): number[] {
  const widths = [...widest]
  const prose = widths.map((_, i) => i).filter((i) => columns[i]?.kind === 'prose')
  const gaps = GAP.length * (widths.length - 1)
  for (let total = gaps + widths.reduce((sum, width) => sum + width, 0); total > screen; total--) {
    const [first] = prose.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    const width = widths[first ?? -1] ?? 0
    if (first === undefined || width <= LEAST_PROSE) break
    widths[first] = width - 1
  }
  return widths
}

const cut = (text: string, width: number) =>
  lengthOf(text) > width ? `${[...text].slice(0, width - 1).join('')}…` : text

const lengthOf = (text: string) => [...text].length

const bold = (io: Io, text: string) =>
  io.hasColours ? styleText('bold', text, { validateStream: false }) : text

function toCell<Row>({ value, kind }: Column<Row>, row: Row, isPretty: boolean): string {
  const found = value(row) ?? ''
  if (kind === 'time' && isPretty && found !== '') return toRelative(String(found), Date.now())
  if (kind === 'number' && isPretty && found !== '') return Number(found).toLocaleString('en')
  return toPlain(String(found))
}

/** Names come from other people: what they contain must not reach the terminal as a command to it. */
export const toPlain = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

export function toRelative(time: string, nowMs: number): string {
  const seconds = (Date.parse(time) - nowMs) / 1000
  if (Number.isNaN(seconds)) return toPlain(time)
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length)
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now'
}

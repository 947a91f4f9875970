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
  /** Left out, the last one first, where a table is too wide for the screen all the same. */
  isExtra?: boolean
}>

/** A table on a screen; everything else is read by programs too. */
export const isForPeople = ({ io, format }: Printer) => format === 'table' && io.isTerminal

/** A list: `body` is what the API answered, and what json shows. */
export function printRows<Row>(
  printer: Printer,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  body: unknown = rows,
): void {
  const { io, format } = printer
  const isPretty = isForPeople(printer)
  const toCells = (row: Row) => columns.map((column) => toCell(column, row, isPretty))
  if (format === 'json') io.out(toJson(body))
  else if (format === 'tsv') io.out(toLines(rows.map((row) => toCells(row).join('\t'))))
  else if (rows.length > 0) io.out(toLines(toTable(io, columns, rows.map(toCells))))
}

/** One row, a field per line. */
export function printFields<Row>(
  printer: Printer,
  row: Row,
  columns: readonly Column<Row>[],
  body: unknown = row,
): void {
  const { io, format } = printer
  const isPretty = isForPeople(printer)
  const fields = columns
    .map((column) => [column.header, toCell(column, row, isPretty)] as const)
    .filter(([, value]) => value !== '')
  const width = Math.max(...fields.map(([name]) => name.length))
  const lines = fields.map(([name, value]) =>
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
  const all = columns.map(({ header, kind, isExtra }, i) => ({
    cell: (line: readonly string[]) => line[i] ?? '',
    kind,
    isExtra,
    width: Math.max(header.length, ...cells.map((line) => lengthOf(line[i] ?? ''))),
  }))
  const shown = fitToScreen(all, io.columns)
  const toLine = (line: readonly string[]) =>
    shown
      .map(({ cell, kind, width }) => {
        const text = cut(cell(line), width)
        const space = ' '.repeat(width - lengthOf(text))
        return kind === 'number' ? space + text : text + space
      })
      .join(GAP)
      .trimEnd()
  return [bold(io, toLine(columns.map(({ header }) => header))), ...cells.map(toLine)]
}

const GAP = '  '
const LEAST_PROSE = 12

type Shown = {
  readonly cell: (line: readonly string[]) => string
  readonly kind: Column<never>['kind'] | undefined
  readonly isExtra: boolean | undefined
  width: number
}

const lineOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))

/** First prose gives way, the widest first, then extras go. Names and ids stay whole: people copy them. */
function fitToScreen(all: readonly Shown[], screen: number): Shown[] {
  const leastOf = ({ kind, width }: Shown) =>
    kind === 'prose' ? Math.min(width, LEAST_PROSE) : width
  let shown = [...all]
  while (lineOf(shown.map(leastOf)) > screen) {
    const extra = shown.findLast(({ isExtra }) => isExtra)
    if (!extra) break
    shown = shown.filter((column) => column !== extra)
  }
  const prose = shown.filter(({ kind }) => kind === 'prose')
  for (let over = lineOf(shown.map(({ width }) => width)) - screen; over > 0; over--) {
    const [widest] = prose.toSorted((one, other) => other.width - one.width)
    if (!widest || widest.width <= LEAST_PROSE) break
    widest.width--
  }
  return shown
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
  if (!unit) return 'just now'
  // What was three days when it was asked for is not two because of the moment since.
  const count = Math.trunc(seconds / unit[1] + (seconds > 0 ? 0.01 : 0))
  return relative.format(count, unit[0])
}

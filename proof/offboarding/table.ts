import { readFileSync } from 'node:fs'

const PAGE = new URL('../../docs/guides/offboarding.md', import.meta.url)
const VERDICTS = ['ends', 'stays', 'narrowed'] as const

export type Verdict = (typeof VERDICTS)[number]
/** What the page promises: event → credential → verdict. */
export type Promises = ReadonlyMap<string, ReadonlyMap<string, Verdict>>

/** The table of the guide, read as a person would read it. */
export function readPromises(): Promises {
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  const [head = '', , ...rows] = lines.filter((line) => line.startsWith('|'))
  const [, ...events] = cellsOf(head)
  const table = rows.map(cellsOf)
  return new Map(
    events.map((event, column) => [
      event,
      new Map(table.map(([kind = '', ...cells]) => [kind, toVerdict(cells[column], kind, event)])),
    ]),
  )
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

function toVerdict(cell: string | undefined, kind: string, event: string): Verdict {
  const verdict = VERDICTS.find((word) => word === cell)
  if (!verdict) throw new Error(`The guide says "${cell}" for "${kind}" and "${event}".`)
  return verdict
}

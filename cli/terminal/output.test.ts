import { describe, expect, test } from 'vitest'
import type { Io } from './io.ts'
import { printFields, printRows, toPlain, toRelative } from './output.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

describe('a time as one says it', () => {
  test.each([
    ['2026-06-15T12:00:00Z', 'just now'],
    ['2026-06-15T11:59:01Z', 'just now'],
    ['2026-06-15T11:59:00Z', '1 minute ago'],
    ['2026-06-15T09:00:01Z', '2 hours ago'],
    ['2026-06-13T12:00:00Z', '2 days ago'],
    ['2026-09-15T12:00:00Z', 'in 3 months'],
    ['2020-06-15T12:00:00Z', '6 years ago'],
    ['2026-06-18T11:59:58Z', 'in 3 days'],
    ['whenever', 'whenever'],
  ])('%s: %s', (time, said) => {
    expect(toRelative(time, NOW)).toBe(said)
  })
})

function collect(isTerminal: boolean, columns = Number.POSITIVE_INFINITY) {
  let text = ''
  const io: Io = {
    out: (written) => {
      text += written
    },
    printStatus: () => undefined,
    isTerminal,
    columns,
    stderrIsTty: isTerminal,
    stderrColumns: columns,
    hasColours: false,
    isInteractive: false,
    readInput: async () => '',
    ask: async () => undefined,
    askSecret: async () => undefined,
  }
  return { io, read: () => text }
}

type Row = { name: string; used: number | null }
const COLUMNS = [
  { header: 'Name', value: ({ name }: Row) => name },
  { header: 'Used', value: ({ used }: Row) => used, kind: 'number' as const },
]
const ROWS = [
  { name: 'cores', used: 1200 },
  { name: 'a\tb\nc', used: null },
]

describe('rows', () => {
  test.each([
    ['table', false, 'Name   Used\ncores  1200\na b c\n'],
    ['table', true, 'Name    Used\ncores  1,200\na b c\n'],
    ['tsv', true, 'cores\t1200\na b c\t\n'],
  ] as const)('as %s, on a terminal: %s', (format, isTerminal, text) => {
    const { io, read } = collect(isTerminal)
    printRows({ io, format }, ROWS, COLUMNS)
    expect(read()).toBe(text)
  })

  test('prose gives way on a narrow screen, the widest first; names never do', () => {
    const said = (what: string) => ({ header: what, value: (row: Row) => `${what} ${row.name}` })
    const columns = [
      { header: 'Name', value: ({ name }: Row) => name },
      { ...said('A rather long sentence about'), kind: 'prose' as const },
      { ...said('A shorter one'), kind: 'prose' as const },
    ]
    const narrow = collect(true, 50)
    printRows({ io: narrow.io, format: 'table' }, ROWS.slice(0, 1), columns)
    const lines = narrow.read().trimEnd().split('\n')
    expect(lines).toEqual([
      'Name   A rather long sentenc…  A shorter one',
      'cores  A rather long sentenc…  A shorter one cores',
    ])
    const withExtra = columns.map((column, i) => ({ ...column, isExtra: i === 1 }))
    const narrower = collect(true, 30)
    printRows({ io: narrower.io, format: 'table' }, ROWS.slice(0, 1), withExtra)
    expect(narrower.read().split('\n')[1]).toBe('cores  A shorter one cores')
    const narrowest = collect(true, 10)
    printRows({ io: narrowest.io, format: 'table' }, ROWS.slice(0, 1), columns)
    expect(narrowest.read().split('\n')[1]).toBe('cores  A rather lo…  A shorter o…')
  })

  test('none: nothing as a table, an empty list as json', () => {
    const [table, json] = [collect(true), collect(true)]
    printRows({ io: table.io, format: 'table' }, [], COLUMNS)
    printRows({ io: json.io, format: 'json' }, [], COLUMNS)
    expect([table.read(), json.read()]).toEqual(['', '[]\n'])
  })
})

test('fields without a value are left out', () => {
  const { io, read } = collect(false)
  printFields({ io, format: 'table' }, { name: 'cores', used: null }, COLUMNS)
  expect(read()).toBe('Name  cores\n')
})

test('nothing that a terminal obeys comes through', () => {
  expect(toPlain('a\u001b[2J\u0007\u009b31mb\u2028c')).toBe('a [2J 31mb c')
})

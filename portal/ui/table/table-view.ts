/** What a list shows of its rows: kept in the address, so that it can be sent to a colleague. */
export type TableView = { filter?: string; sort?: string }

export type SortableColumn<Row> = Readonly<{
  key: string
  /** What sorting goes by, and filtering too unless there are `words`. */
  value: (row: Row) => string | number
  /** What the cell says, where that is not the value: nobody looks for the digits of a time. */
  words?: (row: Row) => string
}>

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** For `validateSearch` of a route with a list. The router hands over `?filter=12` as a number. */
export function readTableView(search: Record<string, unknown>): TableView {
  const filter = typeof search.filter === 'number' ? String(search.filter) : search.filter
  return {
    ...(isText(filter) && { filter }),
    ...(isText(search.sort) && { sort: search.sort }),
  }
}

export type Sort = Readonly<{ key: string; isDescending: boolean }>

export const parseSort = (sort: string): Sort => ({
  key: sort.replace(/^-/, ''),
  isDescending: sort.startsWith('-'),
})

/** The first click sorts ascending, the next one the other way round. */
export function nextSort(current: string, key: string): string {
  return current === key ? `-${key}` : key
}

/** Rows in which every word is found somewhere, in the order asked for. */
export function viewRows<Row>(
  rows: readonly Row[],
  columns: readonly SortableColumn<Row>[],
  { filter = '', sort }: TableView,
): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const text = columns
      .map(({ value, words: wordsOf = value }) => String(wordsOf(row)).toLowerCase())
      .join('\n')
    return words.every((word) => text.includes(word))
  })
  return sort === undefined ? found : sortRows(found, columns, parseSort(sort))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function sortRows<Row>(
  rows: Row[],
  columns: readonly SortableColumn<Row>[],
  { key, isDescending }: Sort,
): Row[] {
  const column = columns.find((candidate) => candidate.key === key)
  if (!column) return rows
  const direction = isDescending ? -1 : 1
  return rows.toSorted((one, other) => direction * compare(column.value(one), column.value(other)))
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))
}

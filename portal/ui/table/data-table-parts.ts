import type { ReactNode } from 'react'
import type { SortableColumn } from './table-view.ts'

export type Column<Row> = SortableColumn<Row> &
  Readonly<{
    header: string
    /** What the cell shows; without it, the value. */
    render?: (row: Row) => ReactNode
    /** How much of the width it gets, beside the others. */
    share: number
    /** Holds what can be done, by which nobody sorts. */
    isActions?: boolean
  }>

export type RowSelection = Readonly<{
  selected: ReadonlySet<string>
  toggle: (key: string, isRange: boolean) => void
  toggleAll: () => void
}>

/** What both forms of a table need: columns for the wide, a list for the narrow screen. */
export type RowsProps<Row> = Readonly<{
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** As in the address. */
  sort: string
  onSort: (sort: string) => void
  selection: RowSelection | undefined
  /** Of a row of the wide form, in px, where it is not one line: a guess until rows are measured. */
  rowHeight?: number | undefined
}>

export const cellOf = <Row>({ render, value }: Column<Row>, row: Row): ReactNode =>
  render ? render(row) : value(row)

export const isSortable = <Row>({ isActions }: Column<Row>): boolean => !isActions

/** Whether all of the rows on show are selected, or some of them. */
export function selectionState(
  count: number,
  { selected: { size } }: RowSelection,
): boolean | 'mixed' {
  return size === 0 ? false : size === count || 'mixed'
}

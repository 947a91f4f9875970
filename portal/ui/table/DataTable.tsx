import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { useIsNarrow } from '../theme/media.ts'
import type { Column, RowsProps } from './data-table-parts.ts'
import { FilterField } from './FilterField.tsx'
import { TableRows } from './TableRows.tsx'
import { viewRows } from './table-view.ts'
import { useSelection } from './useSelection.ts'
import { useTableView } from './useTableView.ts'

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    marginBottom: tokens.spacingVerticalM,
  },
  count: { color: tokens.colorNeutralForeground3 },
})

type Props<Row> = Readonly<{
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** As in the address: `name`, or `-updated` for the other way round. */
  defaultSort: string
  filterLabel: string
  rowHeight?: number
  /** With it rows can be selected; it is given those that are, to act on. */
  bulkActions?: (selected: readonly Row[], clear: () => void) => ReactNode
}>

/** A wide screen never needs it. `lazy` forgets that it takes rows of any kind. */
const ListRows = lazy(async () => ({
  default: (await import('./ListRows.tsx')).ListRows,
})) as unknown as typeof TableRows

const number = new Intl.NumberFormat('en')

/** Every list of the portal. Filter and order live in the address. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, rows, columns, keyOf, filterLabel, bulkActions } = props
  const styles = useStyles()
  const Rows = useIsNarrow() ? ListRows : TableRows
  const [view, changeView] = useTableView()
  const { filter = '', sort = props.defaultSort } = view
  const wanted = useDeferredValue(filter)
  const field = useRef<HTMLInputElement>(null)
  const shown = useMemo(
    () => viewRows(rows, columns, { filter: wanted, sort }),
    [rows, columns, wanted, sort],
  )
  const selection = useSelection(useMemo(() => shown.map(keyOf), [shown, keyOf]))
  const rowsProps: RowsProps<Row> = {
    caption,
    rows: shown,
    columns,
    keyOf,
    sort,
    onSort: (next) => changeView({ sort: next }),
    selection: bulkActions && selection,
    rowHeight: props.rowHeight,
  }
  return (
    <>
      <div className={styles.tools}>
        <FilterField
          label={filterLabel}
          filter={filter}
          field={field}
          onChange={(text) => changeView({ filter: text })}
        />
        <Caption1 role="status" className={styles.count}>
          {shown.length === rows.length
            ? `${number.format(rows.length)} total`
            : `${number.format(shown.length)} of ${number.format(rows.length)}`}
        </Caption1>
        {bulkActions && selection.selected.size > 0 && (
          <>
            <Caption1 role="status">{`${number.format(selection.selected.size)} selected`}</Caption1>
            {bulkActions(
              shown.filter((row) => selection.selected.has(keyOf(row))),
              selection.clear,
            )}
          </>
        )}
      </div>
      {shown.length === 0 && (
        <NoResults
          filter={filter}
          onClear={() => {
            changeView({ filter: '' })
            // The button that was pressed goes with what it said.
            field.current?.focus()
          }}
        />
      )}
      {shown.length > 0 && (
        <Suspense>
          <Rows {...rowsProps} />
        </Suspense>
      )}
    </>
  )
}

function NoResults({ filter, onClear }: Readonly<{ filter: string; onClear: () => void }>) {
  return (
    <p>
      {`No results for “${filter}”. `}
      <Button size="small" onClick={onClear}>
        Clear filter
      </Button>
    </p>
  )
}

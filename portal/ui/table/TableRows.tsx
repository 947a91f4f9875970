import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons'
import { memo, type ReactNode, useRef } from 'react'
import { VISUALLY_HIDDEN } from '../text/visually-hidden.ts'
import {
  type Column,
  cellOf,
  isSortable,
  type RowSelection,
  type RowsProps,
  selectionState,
} from './data-table-parts.ts'
import { SelectionBox } from './SelectionBox.tsx'
import { nextSort, parseSort } from './table-view.ts'
import { useVisibleRows, type VisibleRows } from './useVisibleRows.ts'

const useStyles = makeStyles({
  table: {
    ...typographyStyles.body1,
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: 0,
  },
  caption: VISUALLY_HIDDEN,
  head: {
    ...typographyStyles.body1Strong,
    position: 'sticky',
    top: 0,
    zIndex: 1,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    textAlign: 'start',
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  sort: {
    justifyContent: 'flex-start',
    minWidth: 0,
    paddingLeft: 0,
    paddingRight: 0,
    fontWeight: tokens.fontWeightSemibold,
  },
  // As large as the buttons beside it.
  plain: typographyStyles.caption1Strong,
  // Not the ground for hovering: in the dark and in high contrast a link could not be read on it.
  row: { ':hover': { backgroundColor: tokens.colorNeutralBackground2 } },
  cell: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // A checkbox brings its own space; a cell that hid what is over would scroll with the focus.
  box: { padding: 0, overflow: 'visible' },
  boxColumn: { width: tokens.spacingHorizontalXXXL },
  // A small button brings its own height.
  actions: { paddingTop: tokens.spacingVerticalXS, paddingBottom: tokens.spacingVerticalXS },
})

/** 20 px of text, 6 above and below, and the line: what the tokens above come to. */
const ROW_HEIGHT = 33

export function TableRows<Row>(props: RowsProps<Row>) {
  const { caption, rows, columns, keyOf, selection, rowHeight = ROW_HEIGHT } = props
  const styles = useStyles()
  const body = useRef<HTMLTableSectionElement>(null)
  const { indexes, above, below, measure } = useVisibleRows(rows.length, rowHeight, body)
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  return (
    <table className={styles.table} aria-rowcount={rows.length + 1}>
      <caption className={styles.caption}>{caption}</caption>
      <colgroup>
        {selection && <col className={styles.boxColumn} />}
        {columns.map(({ key, share }) => (
          <col key={key} style={{ width: `${(100 * share) / total}%` }} />
        ))}
      </colgroup>
      <HeaderRow {...props} />
      <tbody ref={body}>
        <SpacerRow height={above} />
        {indexes.map((index) => {
          const row = rows[index]
          return (
            row && (
              <TableRow
                key={keyOf(row)}
                row={row}
                index={index}
                columns={columns}
                measure={measure}
                isSelected={selection?.selected.has(keyOf(row))}
                toggle={selection?.toggle}
                keyOf={keyOf}
              />
            )
          )
        })}
        <SpacerRow height={below} />
      </tbody>
    </table>
  )
}

function HeaderRow<Row>({ rows, columns, sort, onSort, selection }: RowsProps<Row>) {
  const styles = useStyles()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={mergeClasses(styles.head, styles.box)}>
            <SelectionBox
              label="Select all"
              checked={selectionState(rows.length, selection)}
              onToggle={selection.toggleAll}
            />
          </th>
        )}
        {columns.map((column) =>
          isSortable(column) ? (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ) : (
            <th key={column.key} scope="col" className={mergeClasses(styles.head, styles.plain)}>
              {column.header}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

type HeaderProps<Row> = Pick<RowsProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const styles = useStyles()
  const { key, header } = column
  const { key: sortedKey, isDescending } = parseSort(sort)
  const isSorted = sortedKey === key
  const Arrow = isDescending ? ArrowDownRegular : ArrowUpRegular
  const order = isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={isSorted ? order : 'none'} className={styles.head}>
      <Button
        appearance="transparent"
        size="small"
        className={styles.sort}
        iconPosition="after"
        icon={isSorted ? <Arrow /> : null}
        onClick={() => onSort(nextSort(sort, key))}
      >
        {header}
      </Button>
    </th>
  )
}

type RowProps<Row> = Pick<RowsProps<Row>, 'columns' | 'keyOf'> &
  Readonly<{
    row: Row
    index: number
    measure: VisibleRows['measure']
    /** Nothing where rows cannot be selected. */
    isSelected: boolean | undefined
    toggle: RowSelection['toggle'] | undefined
  }>

/** Scrolling brings a few new rows; the others are left alone. `memo` forgets that rows are of any kind. */
const TableRow = memo(function TableRow<Row>(props: RowProps<Row>) {
  const { row, index, measure, isSelected, columns, toggle, keyOf } = props
  const styles = useStyles()
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
    >
      {toggle && (
        <td className={mergeClasses(styles.cell, styles.box)}>
          <SelectionBox
            label={`Select ${columns[0]?.value(row)}`}
            checked={isSelected === true}
            onToggle={(isRange) => toggle(keyOf(row), isRange)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} />
    </tr>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode

function Cells<Row>({ row, columns }: Pick<RowProps<Row>, 'row' | 'columns'>) {
  const styles = useStyles()
  return columns.map((column, index) => {
    const className = mergeClasses(styles.cell, column.isActions && styles.actions)
    const content = cellOf(column, row)
    return index === 0 ? (
      <th key={column.key} scope="row" className={className}>
        {content}
      </th>
    ) : (
      <td key={column.key} className={className}>
        {content}
      </td>
    )
  })
}

function SpacerRow({ height }: Readonly<{ height: number }>) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row takes no focus
  return height > 0 && <tr aria-hidden="true" style={{ height }} />
}

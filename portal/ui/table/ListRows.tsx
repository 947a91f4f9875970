import { makeStyles, Select, tokens, typographyStyles } from '@fluentui/react-components'
import { Fragment, useRef } from 'react'
import {
  type Column,
  cellOf,
  isSortable,
  type RowSelection,
  type RowsProps,
  selectionState,
} from './data-table-parts.ts'
import { SelectionBox } from './SelectionBox.tsx'
import { useVisibleRows } from './useVisibleRows.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalM} 0`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
  all: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
  },
  words: { flexGrow: 1, minWidth: 0 },
  title: { ...typographyStyles.body1Strong, marginBottom: tokens.spacingVerticalXS },
  fields: {
    ...typographyStyles.body1,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
  },
  name: { color: tokens.colorNeutralForeground3 },
  field: { margin: 0 },
})

/** Five fields under a title, as on the page of apps; rows are measured once they are there. */
const ITEM_HEIGHT = 160

/** A table on a narrow screen: the same fields in the same order. */
export function ListRows<Row>(props: RowsProps<Row>) {
  const { caption, rows, columns, keyOf, sort, onSort, selection } = props
  const styles = useStyles()
  const list = useRef<HTMLUListElement>(null)
  const { indexes, above, below, measure } = useVisibleRows(rows.length, ITEM_HEIGHT, list)
  return (
    <>
      {selection && <SelectAll rows={rows} selection={selection} />}
      <Select aria-label="Sort by" value={sort} onChange={(_event, { value }) => onSort(value)}>
        {columns.filter(isSortable).map(({ key, header }) => (
          <Fragment key={key}>
            <option value={key}>{`Sort by ${header}, ascending`}</option>
            <option value={`-${key}`}>{`Sort by ${header}, descending`}</option>
          </Fragment>
        ))}
      </Select>
      <ul
        ref={list}
        aria-label={caption}
        className={styles.list}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {indexes.map((index) => {
          const row = rows[index]
          return (
            row && (
              <li key={keyOf(row)} ref={measure} data-index={index} className={styles.item}>
                {selection && (
                  <SelectionBox
                    label={`Select ${columns[0]?.value(row)}`}
                    checked={selection.selected.has(keyOf(row))}
                    onToggle={(isRange) => selection.toggle(keyOf(row), isRange)}
                  />
                )}
                <Item row={row} columns={columns} />
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

type AllProps<Row> = Readonly<{ rows: readonly Row[]; selection: RowSelection }>

/** In a table its head says what it is for; here there is none. */
function SelectAll<Row>({ rows, selection }: AllProps<Row>) {
  const styles = useStyles()
  return (
    <div className={styles.all}>
      <SelectionBox
        label="Select all"
        checked={selectionState(rows.length, selection)}
        onToggle={selection.toggleAll}
      />
      <span aria-hidden="true">Select all</span>
    </div>
  )
}

function Item<Row>({ row, columns }: Readonly<{ row: Row; columns: readonly Column<Row>[] }>) {
  const styles = useStyles()
  const [title, ...others] = columns
  return (
    <div className={styles.words}>
      {title && <div className={styles.title}>{cellOf(title, row)}</div>}
      <dl className={styles.fields}>
        {others.map((column) => (
          <Fragment key={column.key}>
            <dt className={styles.name}>{column.header}</dt>
            <dd className={styles.field}>{cellOf(column, row)}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

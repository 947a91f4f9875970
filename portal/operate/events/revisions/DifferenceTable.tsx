import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { useIsNarrow } from '../../../ui/theme/media.ts'
import type { Difference } from './revision-fields.ts'
import { useTableStyles } from './table-styles.ts'

const useStyles = makeStyles({
  table: { tableLayout: 'fixed' },
  text: { whiteSpace: 'pre-line' },
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    width: '100%',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
})

const MAX_ROWS = 200

type Props = Readonly<{ differences: readonly Difference[] }>

const orNone = (text: string) => text || 'None'

/** Field by field, what it was and what it is. */
export function DifferenceTable({ differences }: Props) {
  const Shown = useIsNarrow() ? NarrowList : WideTable
  if (differences.length === 0) return <p>These revisions do not differ.</p>
  return (
    <>
      <Shown differences={differences.slice(0, MAX_ROWS)} />
      {differences.length > MAX_ROWS && `${differences.length - MAX_ROWS} more are not shown.`}
    </>
  )
}

function WideTable({ differences }: Props) {
  const { table, cell } = useTableStyles()
  const styles = useStyles()
  return (
    <table className={mergeClasses(table, styles.table)} aria-label="Differences">
      <thead>
        <tr>
          {['Field', 'Before', 'After'].map((header) => (
            <th key={header} scope="col" className={cell}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className={cell}>
              {field}
            </th>
            <td className={mergeClasses(cell, styles.text)}>{orNone(before)}</td>
            <td className={mergeClasses(cell, styles.text)}>{orNone(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same where three columns have no room. */
function NarrowList({ differences }: Props) {
  return (
    <ul className={useStyles().list} aria-label="Differences">
      {differences.map(({ field, before, after }) => (
        <li key={field}>
          <strong>{field}</strong>
          <DescriptionList
            items={[
              ['Before', orNone(before)],
              ['After', orNone(after)],
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

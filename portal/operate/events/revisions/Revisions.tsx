import { Button, mergeClasses } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EventText } from '../../../areas/service-health/event/EventText.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { type EventRevision, revisionsQuery } from '../queries.ts'
import { Comparison } from './Comparison.tsx'
import { describeRevision, textOfRevision } from './describe-revision.ts'
import { useTableStyles } from './table-styles.ts'

const AT_FIRST = 50

/** All that was done with the event, the newest first, and any two revisions side by side. */
export function Revisions({ trackingId }: Readonly<{ trackingId: string }>) {
  const query = useQuery(revisionsQuery(trackingId))
  return (
    <>
      <Section title="Revisions">
        <Loaded query={query} what="revisions">
          {(revisions) => <RevisionTable revisions={revisions.toReversed()} />}
        </Loaded>
      </Section>
      {query.data && query.data.length > 1 && <Comparison revisions={query.data} />}
    </>
  )
}

function RevisionTable({ revisions }: Readonly<{ revisions: readonly EventRevision[] }>) {
  const styles = useTableStyles()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? revisions : revisions.slice(0, AT_FIRST)
  return (
    <>
      <table className={styles.table} aria-label="Revisions">
        <thead>
          <tr>
            {['Revision', 'Change', 'Changed by', 'Time'].map((header) => (
              <th key={header} scope="col" className={mergeClasses(styles.cell, styles.header)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((revision) => (
            <tr key={revision.number}>
              <th scope="row" className={styles.cell}>
                {revision.number}
              </th>
              <td className={styles.cell}>
                {describeRevision(revision)}
                {textOfRevision(revision) && <EventText text={textOfRevision(revision)} />}
              </td>
              <td className={styles.cell}>{revision.madeBy}</td>
              <td className={styles.cell}>
                <RelativeTime at={revision.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < revisions.length && (
        <Button onClick={() => setWhole(true)}>{`Show all ${revisions.length} revisions`}</Button>
      )}
    </>
  )
}

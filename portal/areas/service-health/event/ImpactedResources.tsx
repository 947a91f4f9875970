import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../client/api-error.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { Notice } from '../../../ui/state/Notice.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { type ImpactedResource, MAX_RESOURCES, resourcesQuery } from '../events/queries.ts'
import { detailsOf, toCsv } from './resources-csv.ts'

const useStyles = makeStyles({
  resources: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
    gap: tokens.spacingVerticalM,
    width: '100%',
  },
  table: { width: '100%' },
  id: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
})

const COLUMNS: readonly Column<ImpactedResource>[] = [
  {
    key: 'resource',
    header: 'Resource',
    share: 6,
    value: ({ properties }) => properties.targetResourceId ?? '',
    render: ({ properties: { targetResourceId } }) => <ResourceId id={targetResourceId} />,
  },
  {
    key: 'type',
    header: 'Type',
    share: 3,
    value: ({ properties }) => properties.targetResourceType ?? '',
  },
  {
    key: 'region',
    header: 'Region',
    share: 2,
    value: ({ properties }) => properties.targetRegion ?? '',
  },
  { key: 'details', header: 'Details', share: 3, value: detailsOf },
]

/** Whole: what tells resources apart is at the end. */
function ResourceId({ id }: Readonly<{ id: string | undefined }>) {
  return <span className={useStyles().id}>{id}</span>
}

const keyOf = ({ name }: ImpactedResource) => name

type Props = Readonly<{ subscription: string; trackingId: string }>

export function ImpactedResources({ subscription, trackingId }: Props) {
  const query = useQuery(resourcesQuery(subscription, trackingId))
  const { error } = query
  return (
    <Section title="Impacted resources">
      {error instanceof ApiError && error.status === 403 ? (
        <Notice title="You cannot list these resources" text={error.message} />
      ) : (
        <Loaded query={query} what="impacted resources">
          {(resources) => <Resources resources={resources} trackingId={trackingId} />}
        </Loaded>
      )}
    </Section>
  )
}

type Listed = Readonly<{ resources: readonly ImpactedResource[]; trackingId: string }>

function Resources({ resources, trackingId }: Listed) {
  const styles = useStyles()
  if (resources.length === 0) return 'The event does not list any resources in this subscription.'
  const isCut = resources.length >= MAX_RESOURCES
  return (
    <div className={styles.resources}>
      <Button
        icon={<ArrowDownloadRegular />}
        onClick={() => download(`${trackingId}-resources.csv`, toCsv(resources))}
      >
        Download CSV
      </Button>
      {isCut && <p>{`Only the first ${MAX_RESOURCES} resources are listed.`}</p>}
      <div className={styles.table}>
        <DataTable
          caption="Impacted resources"
          rows={resources}
          columns={COLUMNS}
          keyOf={keyOf}
          defaultSort="resource"
          filterLabel="Filter resources"
        />
      </div>
    </div>
  )
}

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}

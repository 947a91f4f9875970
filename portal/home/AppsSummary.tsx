import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { type App, appsQuery } from '../areas/app-management/apps/queries.ts'
import { APP_PATHS, paths } from '../paths.ts'
import { PageLink } from '../ui/page/PageLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Loaded } from '../ui/state/Loaded.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'

const MAX_LINES = 5

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    overflowWrap: 'anywhere',
  },
  detail: { color: tokens.colorNeutralForeground2 },
})

export function AppsSummary() {
  return (
    <Section title="Apps">
      <Loaded query={useQuery(appsQuery)} what="apps">
        {(apps) => <Latest apps={apps} />}
      </Loaded>
      <PageLink to={paths.apps}>Open apps</PageLink>
    </Section>
  )
}

/** Those that changed last. */
function Latest({ apps }: Readonly<{ apps: readonly App[] }>) {
  const styles = useStyles()
  if (apps.length === 0) return <span>You have no apps yet.</span>
  const latest = apps
    .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))
    .slice(0, MAX_LINES)
  return (
    <ul className={styles.list}>
      {latest.map(({ id, name, display_name, owner, updated_at }) => (
        <li key={id} className={styles.line}>
          <PageLink to={APP_PATHS[owner.type].overview} params={{ owner: owner.name, app: name }}>
            {display_name}
          </PageLink>
          <span className={styles.detail}>{`${owner.name}/${name}`}</span>
          <span className={styles.detail}>
            Changed <RelativeTime at={updated_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

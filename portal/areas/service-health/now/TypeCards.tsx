import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { LevelBadge } from '../events/EventBadges.tsx'
import { countByType, TYPE_NAMES } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(9rem, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    marginBottom: tokens.spacingVerticalXXL,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'grid',
    alignContent: 'start',
    gap: tokens.spacingVerticalXS,
    height: '100%',
    padding: tokens.spacingHorizontalL,
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    ':hover': {
      borderTopColor: tokens.colorNeutralStroke1Hover,
      backgroundColor: tokens.colorNeutralBackground2,
    },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  count: typographyStyles.title3,
  name: typographyStyles.body1,
  levels: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
})

type Props = Readonly<{ events: readonly Event[]; subscription: string }>

/** How many active events there are of each type and level; each leads to the list of them. */
export function TypeCards({ events, subscription }: Props) {
  const styles = useStyles()
  return (
    <ul className={styles.cards} aria-label="Active events by type">
      {countByType(events).map(({ type, count, levels }) => (
        <li key={type}>
          <Link
            to={paths.healthEvents}
            params={{ subscription }}
            search={{ type, status: 'Active', days: 90 }}
            className={styles.card}
          >
            <span className={styles.count}>{count}</span>
            <span className={styles.name}>{TYPE_NAMES[type]}</span>
            <span className={styles.levels}>
              {levels.map(([level, ofLevel]) => (
                <LevelBadge key={level} level={level} count={ofLevel} />
              ))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

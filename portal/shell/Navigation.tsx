import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { userQuery } from '../areas/app-management/account/queries.ts'
import { AT_FORCED_COLOURS } from '../ui/theme/media.ts'
import { NAVIGATION } from './navigation.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    margin: 0,
    padding: tokens.spacingHorizontalS,
    listStyleType: 'none',
  },
  link: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    borderLeft: `${tokens.strokeWidthThicker} solid transparent`,
    [AT_FORCED_COLOURS]: { ':not([aria-current])': { borderLeftColor: 'Canvas' } },
    // In high contrast both grounds are bright, and each has a text colour of its own.
    ':hover': {
      color: tokens.colorNeutralForeground1Hover,
      backgroundColor: tokens.colorSubtleBackgroundHover,
    },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    },
    // Where you are is told by weight and a mark, not by colour alone.
    '&[aria-current]': {
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground1Selected,
      backgroundColor: tokens.colorSubtleBackgroundSelected,
      borderLeftColor: tokens.colorCompoundBrandStroke,
    },
  },
})

export function Navigation({ onLeave }: Readonly<{ onLeave?: () => void }>) {
  const styles = useStyles()
  const isOperator = useQuery(userQuery).data?.is_operator === true
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav aria-label="Main navigation">
      <ul className={styles.list}>
        {NAVIGATION.filter(({ isForOperators }) => isOperator || !isForOperators).map(
          ({ name, to, Icon, covers }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.link}
                onClick={onLeave}
                activeOptions={{ exact: true, includeSearch: false }}
                aria-current={covers(path) ? 'true' : undefined}
              >
                <Icon fontSize={tokens.fontSizeBase500} />
                {name}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

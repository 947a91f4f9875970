import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Link } from '@tanstack/react-router'
import { AREAS } from './areas.ts'

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
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    },
    // Where you are is told by weight and a mark, not by colour alone.
    '&[aria-current="page"]': {
      fontWeight: tokens.fontWeightSemibold,
      backgroundColor: tokens.colorSubtleBackgroundSelected,
      borderLeftColor: tokens.colorCompoundBrandStroke,
    },
  },
})

export function Rail({ onLeave }: Readonly<{ onLeave?: () => void }>) {
  const styles = useStyles()
  return (
    <nav aria-label="Areas">
      <ul className={styles.list}>
        {AREAS.map(({ name, to, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link} onClick={onLeave}>
              <Icon fontSize={tokens.fontSizeBase500} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import {
  Button,
  makeStyles,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { NavigationRegular, PersonRegular } from '@fluentui/react-icons'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../paths.ts'
import { AT_NARROW } from '../ui/theme/media.ts'
import { SearchBox } from './SearchBox.tsx'

const AccountMenu = lazy(async () => {
  await whenIdle()
  return { default: (await import('./AccountMenu.tsx')).AccountMenu }
})
const NavigationDrawer = lazy(async () => ({
  default: (await import('./NavigationDrawer.tsx')).NavigationDrawer,
}))

const useStyles = makeStyles({
  bar: {
    gridArea: 'bar',
    // What opens from it lies over the head of a table, which sticks to the top.
    position: 'relative',
    zIndex: 2,
    display: 'grid',
    gridTemplateColumns: 'minmax(max-content, 1fr) minmax(0, 2fr) minmax(max-content, 1fr)',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    [AT_NARROW]: {
      gridTemplateColumns: 'max-content minmax(0, 1fr) max-content',
      gap: tokens.spacingHorizontalS,
      padding: tokens.spacingHorizontalS,
    },
  },
  brand: {
    ...typographyStyles.subtitle2,
    justifySelf: 'start',
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    [AT_NARROW]: { display: 'none' },
  },
  menu: { display: 'none', [AT_NARROW]: { display: 'inline-flex' } },
  account: { justifySelf: 'end' },
})

export function TopBar() {
  const styles = useStyles()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const restoreFocus = useRestoreFocusTarget()
  return (
    <header className={styles.bar}>
      <Button
        {...restoreFocus}
        className={styles.menu}
        appearance="subtle"
        icon={<NavigationRegular />}
        aria-label="Open navigation"
        aria-expanded={isNavigationOpen}
        onClick={() => setNavigationOpen(true)}
      />
      <Link to={paths.home} className={styles.brand}>
        <Mark />
        Binnacle
      </Link>
      <SearchBox />
      <div className={styles.account}>
        <Suspense
          fallback={
            <Button appearance="subtle" icon={<PersonRegular />} aria-label="Account" disabled />
          }
        >
          <AccountMenu />
        </Suspense>
      </div>
      {isNavigationOpen && (
        <Suspense>
          <NavigationDrawer onClose={() => setNavigationOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** A compass card, as in the icon of the tab. */
function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <circle cx="20" cy="20" r="15" stroke="currentColor" strokeWidth="2.5" />
      <path d="M20 8l4.5 12L20 32l-4.5-12z" fill="currentColor" />
    </svg>
  )
}

const MAX_IDLE_WAIT_MS = 1000

/** Loads after the page content. Not every browser supports `requestIdleCallback`. */
function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: MAX_IDLE_WAIT_MS })
    else setTimeout(resolve)
  })
}

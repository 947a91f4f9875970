import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react'
import { findPending, listenForPending } from '../confirmation.ts'
import { version } from '../settings.ts'
import { useFocusOnNavigation } from '../ui/page/useFocusOnNavigation.ts'
import { AT_NARROW } from '../ui/theme/media.ts'
import { Navigation } from './Navigation.tsx'
import { TopBar } from './TopBar.tsx'

const ConfirmationDialog = lazy(async () => ({
  default: (await import('./ConfirmationDialog.tsx')).ConfirmationDialog,
}))

const useStyles = makeStyles({
  shell: {
    display: 'grid',
    gridTemplateAreas: '"bar bar" "navigation page" "navigation footer"',
    gridTemplateColumns: 'minmax(12rem, max-content) minmax(0, 1fr)',
    gridTemplateRows: 'max-content 1fr max-content',
    minHeight: '100vh',
    [AT_NARROW]: {
      gridTemplateAreas: '"bar" "page" "footer"',
      gridTemplateColumns: 'minmax(0, 1fr)',
    },
  },
  navigation: {
    gridArea: 'navigation',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    [AT_NARROW]: { display: 'none' },
  },
  page: {
    gridArea: 'page',
    padding: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalXXXL}`,
    outlineStyle: 'none',
    [AT_NARROW]: { padding: tokens.spacingHorizontalL },
  },
  footer: {
    ...typographyStyles.caption1,
    gridArea: 'footer',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXXL}`,
    color: tokens.colorNeutralForeground3,
    [AT_NARROW]: { padding: tokens.spacingHorizontalL },
  },
  skip: {
    position: 'absolute',
    zIndex: 3,
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    ':not(:focus)': { clipPath: 'inset(50%)' },
  },
})

/** What is around every page of somebody who is signed in. */
export function Shell() {
  const styles = useStyles()
  const page = useRef<HTMLElement>(null)
  const change = useSyncExternalStore(listenForPending, findPending)
  useFocusOnNavigation()
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => page.current?.focus()}>
        Skip to content
      </button>
      <TopBar />
      <div className={styles.navigation}>
        <Navigation />
      </div>
      <main id="page" ref={page} className={styles.page} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.footer}>{`Binnacle ${version}`}</footer>
      <Suspense>{change && <ConfirmationDialog change={change} />}</Suspense>
    </div>
  )
}

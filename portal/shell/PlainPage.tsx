import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  page: {
    display: 'grid',
    justifyContent: 'center',
    alignContent: 'center',
    minHeight: '100vh',
    padding: tokens.spacingHorizontalL,
    boxSizing: 'border-box',
  },
})

/** A page for somebody who is not signed in. */
export function PlainPage({ children }: Readonly<{ children: ReactNode }>) {
  const styles = useStyles()
  return <main className={styles.page}>{children}</main>
}

import { makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { VISUALLY_HIDDEN } from './visually-hidden.ts'

const useStyles = makeStyles({ spoken: VISUALLY_HIDDEN })

/** For screen readers: what sighted people get in another way. */
export function ScreenReaderOnly({ children }: Readonly<{ children: ReactNode }>) {
  return <span className={useStyles().spoken}>{children}</span>
}

import { makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { SPOKEN_ONLY } from './spoken-only.ts'

const useStyles = makeStyles({ spoken: SPOKEN_ONLY })

/** For screen readers: what sighted people get in another way. */
export function SpokenOnly({ children }: Readonly<{ children: ReactNode }>) {
  return <span className={useStyles().spoken}>{children}</span>
}

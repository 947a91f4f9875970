import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import type { LiveState } from './follow.ts'

const useStyles = makeStyles({ status: { color: tokens.colorNeutralForeground3 } })

const SENTENCES: Readonly<Record<LiveState, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Updated every 30 seconds',
  paused: 'Not updated. Reload the page.',
}

/** How what is on the page follows what happens. */
export function LiveStatus({ state }: Readonly<{ state: LiveState }>) {
  return <Caption1 className={useStyles().status}>{SENTENCES[state]}</Caption1>
}

import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { StateMark } from './Marks.tsx'
import type { Notification } from './queries.ts'
import { isSoon, OFF_WORDS, stateOf } from './words.ts'

type Props = Readonly<{ notification: Notification }>

/** "On", "Failing since 3 hours ago, next attempt in 2 hours", "Off because a user turned it off". */
export function StateWords({ notification }: Props) {
  const { failingSince, nextAttemptAt, off } = notification
  const state = stateOf(notification)
  return (
    <>
      <StateMark state={state} />
      {state === 'failing' && failingSince && (
        <>
          {' since '}
          <RelativeTime at={failingSince} />
          {nextAttemptAt && (
            <>
              {', next attempt '}
              {isSoon(nextAttemptAt) ? 'within a minute' : <RelativeTime at={nextAttemptAt} />}
            </>
          )}
        </>
      )}
      {state === 'off' && off && ` because ${OFF_WORDS[off.reason]}`}
    </>
  )
}

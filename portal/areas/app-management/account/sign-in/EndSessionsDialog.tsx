import { paths } from '../../../../paths.ts'
import { signOut } from '../../../../session.ts'
import { settings } from '../../../../settings.ts'
import { ConfirmChange } from '../../../../ui/dialog/ConfirmChange.tsx'
import {
  endSession,
  endSessions,
  SIGN_IN_LISTS,
  type UserSession,
  type WhichSessions,
} from './queries.ts'
import { nameOf } from './session-columns.tsx'

/** One session, all but this one, or all of them. */
export type Chosen = UserSession | WhichSessions

type Props = Readonly<{ chosen: Chosen; onClose: () => void }>

export function EndSessionsDialog({ chosen, onClose }: Props) {
  const { title, consequence, action, done } = wordsOf(chosen)
  const signOutHere = () => void signOut(`${settings.portalUrl}${paths.signedOut}`)
  return (
    <ConfirmChange
      title={title}
      consequence={consequence}
      action={action}
      change={{
        run: () => (typeof chosen === 'string' ? endSessions(chosen) : endSession(chosen.id)),
        done,
        failed: 'No sessions were ended.',
      }}
      invalidates={chosen === 'all' ? [] : SIGN_IN_LISTS}
      onClose={onClose}
      onDone={chosen === 'all' ? signOutHere : onClose}
    />
  )
}

function wordsOf(chosen: Chosen) {
  if (chosen === 'others') {
    return {
      title: 'End all other sessions?',
      consequence:
        'You will immediately be signed out of all other browsers and applications. This browser will stay signed in. API tokens will stay valid.',
      action: 'End all others',
      done: 'All other sessions were ended',
    }
  }
  if (chosen === 'all') {
    return {
      title: 'End all sessions?',
      consequence:
        'You will immediately be signed out everywhere, including this browser, and will have to sign in again. API tokens will stay valid.',
      action: 'End all sessions',
      done: 'All sessions were ended',
    }
  }
  return {
    title: `End ${nameOf(chosen)}?`,
    consequence:
      'You will immediately be signed out there, and can sign in again. API tokens will stay valid.',
    action: 'End session',
    done: 'The session was ended',
  }
}

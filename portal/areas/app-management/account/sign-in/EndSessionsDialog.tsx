import { paths } from '../../../../paths.ts'
import { signOut } from '../../../../session.ts'
import { settings } from '../../../../settings.ts'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { useChange } from '../../../../ui/form/useChange.ts'
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
  const { mutate, isPending, error } = useChange(chosen === 'all' ? [] : SIGN_IN_LISTS)
  const words = wordsOf(chosen)
  const change = {
    run: () => (typeof chosen === 'string' ? endSessions(chosen) : endSession(chosen.id)),
    done: words.done,
    failed: 'No sessions were ended.',
  }
  const onSuccess = () =>
    chosen === 'all' ? void signOut(`${settings.portalUrl}${paths.signedOut}`) : onClose()
  return (
    <ConfirmDialog
      title={words.title}
      consequence={words.consequence}
      action={words.action}
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
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

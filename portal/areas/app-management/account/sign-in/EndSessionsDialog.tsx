import { paths } from '../../../../paths.ts'
import { signOut } from '../../../../session.ts'
import { settings } from '../../../../settings.ts'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { useChange } from '../../../../ui/form/useChange.ts'
import { endSession, endSessions, SIGN_IN_LISTS, type UserSession } from './queries.ts'
import { nameOf } from './session-columns.tsx'

/** One session, all but this one, or all of them. */
export type Ending = UserSession | 'others' | 'all'

type Props = Readonly<{ ending: Ending; onClose: () => void }>

export function EndSessionsDialog({ ending, onClose }: Props) {
  const { mutate, isPending, error } = useChange(ending === 'all' ? [] : SIGN_IN_LISTS)
  const words = wordsOf(ending)
  const change = {
    run: () => (typeof ending === 'string' ? endSessions(ending) : endSession(ending.id)),
    done: words.done,
    failed: 'Nothing was ended.',
  }
  const onSuccess = () =>
    ending === 'all' ? void signOut(`${settings.portalUrl}${paths.signedOut}`) : onClose()
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

function wordsOf(ending: Ending) {
  if (ending === 'others') {
    return {
      title: 'End all other sessions?',
      consequence:
        'You are signed out in all other browsers and applications at once. This browser stays signed in. API tokens stay valid.',
      action: 'End all others',
      done: 'All other sessions are ended',
    }
  }
  if (ending === 'all') {
    return {
      title: 'End all sessions?',
      consequence:
        'You are signed out everywhere at once, also in this browser, and have to sign in again. API tokens stay valid.',
      action: 'End all sessions',
      done: 'All sessions are ended',
    }
  }
  return {
    title: `End ${nameOf(ending)}?`,
    consequence: 'You are signed out there at once, and can sign in again. API tokens stay valid.',
    action: 'End session',
    done: 'The session is ended',
  }
}

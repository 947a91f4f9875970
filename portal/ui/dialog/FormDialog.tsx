import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { FormError } from '../form/FormError.tsx'
import { ModalDialog } from './ModalDialog.tsx'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    // Not as wide as the longest option of a select.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalL,
  },
})

type Props = Readonly<{
  title: string
  /** Says what will happen: "Create app". */
  action: string
  /** The title of the error message. */
  failed: string
  error: Error | null | undefined
  /** The form is being submitted. */
  isBusy: boolean
  /** The dialog cannot be closed while the form is being submitted. */
  staysWhileBusy?: boolean
  /** Nothing is left to cancel: the action closes the dialog. */
  isDone?: boolean
  onSubmit: (form: HTMLFormElement) => void
  onClose: () => void
  children: ReactNode
}>

/** Every form in a dialog. Load it lazily, render it while it is open. */
export function FormDialog(props: Props) {
  const mayNotLeave = props.staysWhileBusy === true && props.isBusy
  return (
    <ModalDialog onClose={() => !mayNotLeave && props.onClose()}>
      <DialogForm {...props} />
    </ModalDialog>
  )
}

/** The form alone, for a dialog of several steps. */
export function DialogForm(props: Props) {
  const { title, action, failed, error, isBusy, staysWhileBusy = false, onSubmit, children } = props
  const styles = useStyles()
  const mayNotLeave = staysWhileBusy && isBusy
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
      noValidate
      autoComplete="off"
    >
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent className={styles.fields}>
          {error && <FormError title={failed} error={error} />}
          {children}
        </DialogContent>
        <DialogActions fluid>
          {!props.isDone && (
            <Button disabledFocusable={mayNotLeave} onClick={() => !mayNotLeave && props.onClose()}>
              Cancel
            </Button>
          )}
          <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </DialogBody>
    </form>
  )
}

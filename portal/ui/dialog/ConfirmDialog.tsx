import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const useStyles = makeStyles({
  content: { display: 'grid', gap: tokens.spacingVerticalM, overflowWrap: 'anywhere' },
  danger: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': {
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':hover:active': {
      backgroundColor: tokens.colorStatusDangerBackground3Pressed,
      color: tokens.colorNeutralForegroundOnBrand,
    },
  },
})

type Props = Readonly<{
  /** Names the thing: "Delete Tide Tables?" */
  title: string
  /** "CI jobs that use it will get 401 from now on." */
  consequence: string
  /** Says what will happen: "Delete app". */
  action: string
  /** Where "Cancel" would be mistaken for the action. */
  cancel?: string
  /** Nothing is lost by it. */
  isHarmless?: boolean
  /** The action is under way. */
  isBusy: boolean
  /** For what takes much with it: has to be typed first. */
  nameToType?: string
  /** What belongs to the question: a list of what goes or stays, why it was refused. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}>

/** Asks once before something that cannot be taken back. Load it lazily, render it while it is open. */
export function ConfirmDialog(props: Props) {
  const { title, consequence, action, isBusy, nameToType, children, onConfirm, onCancel } = props
  const { cancel = 'Cancel', isHarmless = false } = props
  const styles = useStyles()
  const [typed, setTyped] = useState('')
  const cancelButton = useRef<HTMLElement>(null)
  const setCancelButton = (button: HTMLButtonElement | null) => {
    cancelButton.current = button
  }
  // After the dialog has chosen for itself: something else may come before the safe button.
  useEffect(() => void cancelButton.current?.focus(), [])
  const isReady = !isBusy && (nameToType === undefined || typed.trim() === nameToType)
  return (
    <Dialog open modalType="alert" onOpenChange={(_event, { open }) => !open && onCancel()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            <div>{consequence}</div>
            {children}
            {nameToType !== undefined && (
              <Field label={`Type ${nameToType} to confirm`}>
                <Input
                  value={typed}
                  autoComplete="off"
                  onChange={(_event, { value }) => setTyped(value)}
                />
              </Field>
            )}
          </DialogContent>
          <DialogActions fluid>
            <Button ref={setCancelButton} onClick={onCancel}>
              {cancel}
            </Button>
            <Button
              appearance={isHarmless ? 'primary' : 'secondary'}
              className={isReady && !isHarmless ? styles.danger : ''}
              disabledFocusable={!isReady}
              onClick={onConfirm}
            >
              {action}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

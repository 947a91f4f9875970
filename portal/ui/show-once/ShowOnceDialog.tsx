import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { OnceField } from './OnceField.tsx'
import type { Shown } from './once-value.ts'

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    justifyItems: 'start',
    paddingBottom: tokens.spacingVerticalL,
  },
  line: { ...typographyStyles.body1, margin: 0 },
})

type Props = Readonly<{
  title: string
  /** One of them has to be copied. The same array while the dialog is open. */
  values: readonly Shown[]
  /** What else there is to say: where to keep it, that it cannot be shown again. */
  notes: readonly string[]
  /** Asked before it is closed: "You have not copied the token value." */
  notCopied: string
  onClose: () => void
}>

/** Shows a secret this once. Once it is closed, nothing in this browser holds the secret. */
export function ShowOnceDialog({ title, values, notes, notCopied, onClose }: Props) {
  const styles = useStyles()
  const [isConfirming, setConfirming] = useState(false)
  const mayLeave = useRef(false)
  useEffect(() => () => dropAll(values), [values])
  // Leaving by Back, a link or a closed tab loses the value as well.
  useBlocker({
    shouldBlockFn() {
      if (mayLeave.current) return false
      setConfirming(true)
      return true
    },
    enableBeforeUnload: () => !mayLeave.current,
  })
  const markCopied = () => {
    mayLeave.current = true
  }
  const close = () => {
    mayLeave.current = true
    dropAll(values)
    onClose()
  }
  const requestClose = () => (mayLeave.current ? close() : setConfirming(true))
  return (
    <Dialog
      open
      modalType="alert"
      // Escape leads out of the question first, and from the value into it.
      onOpenChange={(_event, { open }) =>
        !open && (isConfirming ? setConfirming(false) : requestClose())
      }
    >
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{isConfirming ? 'Close without copying?' : title}</DialogTitle>
          <DialogContent>
            {isConfirming ? (
              <p>{`${notCopied} It cannot be shown again.`}</p>
            ) : (
              <div className={styles.content}>
                {values.map((shown, index) => (
                  <OnceField
                    key={shown.what}
                    {...shown}
                    isFirst={index === 0}
                    isOnly={values.length === 1}
                    onCopied={markCopied}
                  />
                ))}
                {notes.map((note) => (
                  <p key={note} className={styles.line}>
                    {note}
                  </p>
                ))}
              </div>
            )}
          </DialogContent>
          <DialogActions>
            {isConfirming && (
              <Button ref={takeFocus} appearance="primary" onClick={() => setConfirming(false)}>
                Go back
              </Button>
            )}
            <Button onClick={isConfirming ? close : requestClose}>
              {isConfirming ? 'Close without copying' : 'Close'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function dropAll(values: readonly Shown[]): void {
  for (const { value } of values) value.drop()
}

/** Stays the same function, so that it is called once. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { TokenValueField } from './TokenValueField.tsx'
import type { TokenValue } from './token-value.ts'

type Props = Readonly<{
  title: string
  value: TokenValue
  /** What else there is to say of it. */
  note?: string
  onClose: () => void
}>

/** Shows a token value this once. Once it is closed, nothing in this browser holds the value. */
export function TokenValueDialog({ title, value, note, onClose }: Props) {
  const [isCopied, setCopied] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const mayLeave = useRef(false)
  useEffect(() => () => value.drop(), [value])
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
    setCopied(true)
  }
  const close = () => {
    mayLeave.current = true
    value.drop()
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
              <p>You have not copied the token value. It cannot be shown again.</p>
            ) : (
              <TokenValueField
                value={value}
                isCopied={isCopied}
                onCopied={markCopied}
                {...(note && { note })}
              />
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

/** Stays the same function, so that it is called once. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

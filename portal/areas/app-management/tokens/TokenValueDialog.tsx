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
import type { ApiToken } from '../queries-tokens.ts'
import { TokenValueField } from './TokenValueField.tsx'
import type { TokenValue } from './token-value.ts'
import { nameOf } from './words.ts'

type Props = Readonly<{ token: ApiToken; value: TokenValue; onClose: () => void }>

/** Shows a token value this once. Once it is closed, nothing in this browser holds the value. */
export function TokenValueDialog({ token, value, onClose }: Props) {
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isSafe = useRef(false)
  useEffect(() => () => value.drop(), [value])
  // Leaving by Back, a link or a closed tab loses the value as well.
  useBlocker({
    shouldBlockFn() {
      if (isSafe.current) return false
      setAsking(true)
      return true
    },
    enableBeforeUnload: () => !isSafe.current,
  })
  const noteCopied = () => {
    isSafe.current = true
    setCopied(true)
  }
  const close = () => {
    isSafe.current = true
    value.drop()
    onClose()
  }
  const wantClose = () => (isSafe.current ? close() : setAsking(true))
  return (
    <Dialog
      open
      modalType="alert"
      // Escape leads out of the question first, and from the value into it.
      onOpenChange={(_event, { open }) => !open && (isAsking ? setAsking(false) : wantClose())}
    >
      <DialogSurface>
        <DialogBody>
          <DialogTitle>
            {isAsking ? 'Close without copying?' : `API token “${nameOf(token)}” created`}
          </DialogTitle>
          <DialogContent>
            {isAsking ? (
              <p>You have not copied the token value, and it cannot be shown again.</p>
            ) : (
              <TokenValueField value={value} isCopied={isCopied} onCopied={noteCopied} />
            )}
          </DialogContent>
          <DialogActions>
            {isAsking && (
              <Button ref={takeFocus} appearance="primary" onClick={() => setAsking(false)}>
                Go back
              </Button>
            )}
            <Button onClick={isAsking ? close : wantClose}>
              {isAsking ? 'Close without copying' : 'Close'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

/** Stays the same function, so that it is called once. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

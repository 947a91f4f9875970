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
import { useEffect, useState } from 'react'
import { type PendingChange, readStatus } from '../confirmation.ts'

const PAUSE_MS = 2000

const useStyles = makeStyles({
  text: { ...typographyStyles.body1, margin: `0 0 ${tokens.spacingVerticalM}` },
  code: {
    ...typographyStyles.subtitle1,
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontFamily: tokens.fontFamilyMonospace,
    letterSpacing: '0.1em',
  },
})

/** The dialog behind this one is hidden from readers of the screen until the focus is in it again. */
function useFocusBefore(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => void (before instanceof HTMLElement && before.focus()), [before])
}

/** Leads to the page where the second factor is given, and waits until it was. */
export function ConfirmationDialog({ change }: Readonly<{ change: PendingChange }>) {
  const styles = useStyles()
  const { confirmation, onConfirmed, onGivenUp } = change
  useFocusBefore()
  useEffect(() => {
    const look = async () => {
      const status = await readStatus(confirmation)
      if (status === 'confirmed') onConfirmed()
      if (status === 'expired') onGivenUp('expired')
    }
    const timer = setInterval(() => void look(), PAUSE_MS)
    return () => clearInterval(timer)
  }, [confirmation, onConfirmed, onGivenUp])
  const open = () => window.open(confirmation.url, '_blank', 'noopener')
  return (
    <Dialog
      open
      modalType="alert"
      onOpenChange={(_event, { open: isOpen }) => !isOpen && onGivenUp('cancelled')}
    >
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Confirm with your second factor</DialogTitle>
          <DialogContent>
            <p className={styles.text}>
              This change must be confirmed with your second factor, which you have not used in the
              last 15 minutes. Open the page in a new tab, and check that it shows this code:
            </p>
            <p className={styles.code}>{confirmation.code}</p>
            <p className={styles.text}>The change will continue after you confirm.</p>
          </DialogContent>
          <DialogActions>
            <Button onClick={() => onGivenUp('cancelled')}>Cancel</Button>
            <Button appearance="primary" onClick={open}>
              Confirm in a new tab
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

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
} from '@fluentui/react-components'

const useStyles = makeStyles({
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
  /** The action is under way. */
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}>

/** Asks once before something that cannot be taken back. Load it lazily, render it while it is open. */
export function ConfirmDialog(props: Props) {
  const { title, consequence, action, isBusy, onConfirm, onCancel } = props
  const styles = useStyles()
  return (
    <Dialog open modalType="alert" onOpenChange={(_event, { open }) => !open && onCancel()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>{consequence}</DialogContent>
          <DialogActions>
            {/* First in order, so that the focus lands on the safe one. */}
            <Button onClick={onCancel}>Cancel</Button>
            <Button className={styles.danger} disabledFocusable={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

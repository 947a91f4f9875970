import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { settings } from '../../../../settings.ts'
import { focusOnMount } from '../../../../ui/dialog/focus-on-mount.ts'
import { ModalDialog } from '../../../../ui/dialog/ModalDialog.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { CopyableText } from '../../../../ui/text/CopyableText.tsx'
import type { InvitationLink } from '../queries.ts'

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalL,
  },
})

type Props = Readonly<{
  email: string
  /** Left out if the person was invited earlier. */
  isMailed?: boolean
  copy: () => Promise<InvitationLink>
  onClose: () => void
}>

export function LinkDialog(props: Props) {
  return (
    <ModalDialog onClose={props.onClose}>
      <LinkStep {...props} />
    </ModalDialog>
  )
}

/** A link to an invitation, which is created when it is asked for: each one ends the one before. */
export function LinkStep({ email, isMailed, copy, onClose }: Props) {
  const styles = useStyles()
  const { mutate, data: link, isPending, error } = useMutation({ mutationFn: copy })
  return (
    <DialogBody>
      <DialogTitle>{`Invitation for ${email}`}</DialogTitle>
      <DialogContent className={styles.content}>
        {error && <FormError title="No link was created." error={error} />}
        {isMailed !== undefined && <div role="status">{describeSent(email, isMailed)}</div>}
        <div>
          {isMailed === false
            ? 'Create a link and send it yourself. '
            : 'You can also create a link and send it yourself. '}
          Anyone who can sign in can use the link once, within 30 days, to accept the invitation. Do
          not share it with anyone else. Nobody can create an account with a password with it.
          Creating a new link or changing the role invalidates it.
        </div>
        {link && <NewLink url={link.url} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        {!link && (
          <Button
            ref={focusOnMount}
            appearance="primary"
            disabledFocusable={isPending}
            onClick={() => mutate()}
          >
            Create link
          </Button>
        )}
      </DialogActions>
    </DialogBody>
  )
}

function NewLink({ url }: Readonly<{ url: string }>) {
  return (
    <div ref={focusOnMount} tabIndex={-1}>
      <CopyableText value={url} what="link" />
    </div>
  )
}

function describeSent(email: string, isMailed: boolean): string {
  if (isMailed) return `${email} was invited. An e-mail with a link was sent.`
  return settings.hasMail
    ? `${email} was invited, but no e-mail was sent because today’s limit has been reached.`
    : `${email} was invited. Binnacle does not send e-mail.`
}

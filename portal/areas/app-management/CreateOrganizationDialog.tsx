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
import { type FormEvent, useState } from 'react'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { createOrganization, organizationLists } from './queries-organizations.ts'
import { useChange } from './useChange.ts'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalL,
  },
})

const FAILED = 'The organization was not created.'

export function CreateOrganizationDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const styles = useStyles()
  const { mutate, isPending, error } = useChange(organizationLists)
  const [isNameMissing, setNameMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const display_name = String(form.get('display_name')).trim()
    const name = String(form.get('name')).trim()
    setNameMissing(display_name === '')
    if (display_name === '' || isPending) return
    const change = {
      run: () => createOrganization({ display_name, ...(name && { name }) }),
      done: `Organization ${display_name} created`,
      failed: FAILED,
    }
    mutate(change, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface>
        <form onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Create organization</DialogTitle>
            <DialogContent className={styles.fields}>
              {error && <FormProblem title={FAILED} error={error} />}
              <Field
                label="Display name"
                required
                {...(isNameMissing && {
                  validationMessage: 'Say what the organization is called.',
                })}
              >
                <Input name="display_name" maxLength={256} autoComplete="off" />
              </Field>
              <Field
                label="Name in addresses"
                hint="Letters, digits, hyphens, underscores or dots. Made from the display name when left empty."
              >
                <Input name="name" maxLength={100} autoComplete="off" />
              </Field>
              <div>You become its first admin.</div>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" appearance="primary" disabledFocusable={isPending}>
                Create organization
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}

import { Field, Select } from '@fluentui/react-components'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import type { ApiToken, TokenApi } from '../queries.ts'
import { nameOf } from '../words.ts'
import { useRotateToken } from './useRotateToken.ts'

/** In minutes. */
const CHOICES = [
  [1440, '24 hours'],
  [60, '1 hour'],
  [0, '0 minutes (stops working immediately)'],
] as const

type Props = Readonly<{
  tokenApi: TokenApi
  token: ApiToken
  onRotated: (value: OnceValue, previousEnd: string | null) => void
  onClose: () => void
}>

export function RotateTokenDialog({ tokenApi, token, onRotated, onClose }: Props) {
  const { rotate, isBusy, error } = useRotateToken(tokenApi, token, onRotated)
  return (
    <FormDialog
      title={`Rotate ${nameOf(token)}?`}
      action="Rotate token"
      failed="The token was not rotated."
      error={error}
      isBusy={isBusy}
      // The new value is on the way then: nobody leaves without having seen it.
      staysWhileBusy
      onSubmit={(form) => {
        if (!isBusy) void rotate(Number(new FormData(form).get('previous')))
      }}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        The token will get a new value. Its name, access and expiry will not change. If its value
        has leaked, revoke the token instead.
      </p>
      <Field
        label="The previous value stays valid for"
        hint="Use this time to store the new value wherever the token is used. If an older value is still valid from an earlier rotation, it stops working immediately."
      >
        <Select name="previous">
          {CHOICES.map(([minutes, words]) => (
            <option key={minutes} value={minutes}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

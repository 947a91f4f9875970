import {
  Button,
  Caption1,
  Field,
  Input,
  makeStyles,
  Textarea,
  tokens,
  useAnnounce,
} from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormError } from './FormError.tsx'
import { PERMISSION_NOTICE_ID } from './PermissionNotice.tsx'

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    width: '100%',
    maxWidth: '32rem',
  },
  actions: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
})

type Detail = Readonly<{
  key: string
  label: string
  value: string
  hint?: string
  maxLength: number
  /** What to say when it was left empty; without it, it may be. */
  missing?: string
  isLong?: boolean
}>

type Props = Readonly<{
  details: readonly Detail[]
  /** As in "Save display name". */
  action: string
  /** For those who may look only. The page says who can change it. */
  isLocked?: boolean
  /** Is given what was changed, and nothing else. */
  onSave: (changes: Readonly<Record<string, string>>) => Promise<unknown>
}>

/** What can be changed about one thing, saved at once and in place. */
export function DetailsForm({ details, action, isLocked = false, onSave }: Props) {
  const styles = useStyles()
  const { announce } = useAnnounce()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const changes = Object.fromEntries(
    details
      .map(({ key, value }) => [key, (typed[key] ?? value).trim(), value] as const)
      .filter(([, wanted, value]) => wanted !== value)
      .map(([key, wanted]) => [key, wanted]),
  )
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: onSave,
    onSuccess() {
      setTyped({})
      announce('Saved')
    },
  })
  const isMissing = ({ key, missing }: Detail) => missing !== undefined && changes[key] === ''
  const isReady = Object.keys(changes).length > 0 && !details.some(isMissing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isPending && !isLocked) mutate(changes)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {error && <FormError title="Your changes were not saved." error={error} />}
      {details.map((detail) => (
        <DetailField
          key={detail.key}
          detail={detail}
          text={typed[detail.key] ?? detail.value}
          isMissing={isMissing(detail)}
          isLocked={isLocked}
          onType={(text) => setTyped({ ...typed, [detail.key]: text })}
        />
      ))}
      <div className={styles.actions}>
        <Button
          type="submit"
          appearance="primary"
          disabledFocusable={!isReady || isLocked}
          {...(isLocked && { 'aria-describedby': PERMISSION_NOTICE_ID })}
        >
          {action}
        </Button>
        {isSuccess && Object.keys(typed).length === 0 && <Caption1>Saved</Caption1>}
      </div>
    </form>
  )
}

type FieldProps = Readonly<{
  detail: Detail
  text: string
  isMissing: boolean
  isLocked: boolean
  onType: (text: string) => void
}>

function DetailField({ detail, text, isMissing, isLocked, onType }: FieldProps) {
  const { label, hint, missing, maxLength, isLong } = detail
  const common = {
    value: text,
    maxLength,
    disabled: isLocked,
    autoComplete: 'off',
    ...(isLocked && { 'aria-describedby': PERMISSION_NOTICE_ID }),
  }
  return (
    <Field
      label={label}
      {...(hint !== undefined && { hint })}
      {...(isMissing && { validationMessage: missing })}
    >
      {isLong ? (
        <Textarea {...common} rows={3} onChange={(_event, { value }) => onType(value)} />
      ) : (
        <Input {...common} onChange={(_event, { value }) => onType(value)} />
      )}
    </Field>
  )
}

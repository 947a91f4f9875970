import { Button, makeStyles, tokens, useAnnounce } from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { FormError } from './FormError.tsx'
import { PERMISSION_NOTICE_ID } from './PermissionNotice.tsx'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalM, width: '100%', maxWidth: '32rem' },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  file: { display: 'none' },
})

type Props = Readonly<{
  picture: ReactNode
  hasPicture: boolean
  isLocked: boolean
  /** `undefined` removes the picture. */
  onChange: (picture: File | undefined) => Promise<unknown>
}>

/** Uploads a picture as soon as it is chosen. The API validates it. */
export function PictureForm({ picture, hasPicture, isLocked, onChange }: Props) {
  const styles = useStyles()
  const { announce } = useAnnounce()
  const file = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: onChange,
    onSuccess: (_answer, chosen) => announce(chosen ? 'Picture saved' : 'Picture removed'),
  })
  const disabledProps = {
    disabledFocusable: isLocked || isPending,
    ...(isLocked && { 'aria-describedby': PERMISSION_NOTICE_ID }),
  }
  return (
    <div className={styles.form}>
      {error && <FormError title="The picture was not changed." error={error} />}
      <div className={styles.line}>
        {picture}
        <input
          ref={file}
          type="file"
          aria-label="Picture file"
          className={styles.file}
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) mutate(chosen)
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <Button {...disabledProps} onClick={() => file.current?.click()}>
          Upload picture
        </Button>
        {hasPicture && (
          <Button {...disabledProps} onClick={() => mutate(undefined)}>
            Remove picture
          </Button>
        )}
      </div>
    </div>
  )
}

import {
  Button,
  Field,
  makeStyles,
  tokens,
  typographyStyles,
  useAnnounce,
} from '@fluentui/react-components'
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons'
import { useCallback, useRef, useState } from 'react'
import type { TokenValue } from './token-value.ts'

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    justifyItems: 'start',
    paddingBottom: tokens.spacingVerticalL,
  },
  wide: { width: '100%' },
  field: {
    ...typographyStyles.body1,
    boxSizing: 'border-box',
    width: '100%',
    padding: tokens.spacingHorizontalM,
    resize: 'none',
    fieldSizing: 'content',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    wordBreak: 'break-all',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    },
  },
  line: { ...typographyStyles.body1, margin: 0 },
})

type Props = Readonly<{
  value: TokenValue
  isCopied: boolean
  onCopied: () => void
  note?: string
}>

/** The text goes from its holder into the field by hand: what React renders, it keeps. */
export function TokenValueField({ value, isCopied, onCopied, note }: Props) {
  const styles = useStyles()
  const { announce } = useAnnounce()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isRefused, setRefused] = useState(false)
  const fill = useCallback(
    (node: HTMLTextAreaElement) => {
      field.current = node
      node.value = value.read()
      node.focus()
      return () => {
        node.value = ''
        field.current = null
      }
    },
    [value],
  )
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value.read())
      onCopied()
      announce('Copied the token value')
    } catch {
      setRefused(true)
      field.current?.select()
    }
  }
  return (
    <div className={styles.content}>
      <Field
        label="Token value"
        className={styles.wide}
        {...(isRefused && {
          validationMessage:
            'Your browser did not allow copying to the clipboard. Copy the selected text yourself.',
        })}
      >
        {(props) => (
          <textarea
            {...props}
            ref={fill}
            className={styles.field}
            readOnly
            rows={3}
            spellCheck={false}
            autoComplete="off"
            onFocus={({ currentTarget }) => currentTarget.select()}
            onCopy={({ currentTarget }) => isWholeSelected(currentTarget) && onCopied()}
          />
        )}
      </Field>
      <Button
        appearance="primary"
        icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
        onClick={copy}
      >
        {isCopied ? 'Copied' : 'Copy token value'}
      </Button>
      {note && <p className={styles.line}>{note}</p>}
      <p className={styles.line}>
        Store the value in a password manager or in the secrets of your build system. Do not put it
        in source code.
      </p>
      <p className={styles.line}>
        After you close this dialog, the value cannot be shown or generated again. If you lose it,
        create a new token.
      </p>
    </div>
  )
}

const isWholeSelected = ({ selectionStart, selectionEnd, textLength }: HTMLTextAreaElement) =>
  selectionEnd - selectionStart === textLength

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
import type { Shown } from './once-value.ts'

const useStyles = makeStyles({
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
})

type Props = Shown &
  Readonly<{
    /** Of several, the first takes the focus, and none is the primary one. */
    isFirst: boolean
    isOnly: boolean
    onCopied: () => void
  }>

/** The text goes from its holder into the field by hand: what React renders, it keeps. */
export function OnceField({ label, what, value, isFirst, isOnly, onCopied }: Props) {
  const styles = useStyles()
  const { announce } = useAnnounce()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isCopied, setCopied] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const fill = useCallback(
    (node: HTMLTextAreaElement) => {
      field.current = node
      node.value = value.read()
      if (isFirst) node.focus()
      return () => {
        node.value = ''
        field.current = null
      }
    },
    [value, isFirst],
  )
  const markCopied = () => {
    setCopied(true)
    onCopied()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value.read())
      markCopied()
      announce(`Copied the ${what}`)
    } catch {
      setRefused(true)
      field.current?.select()
    }
  }
  return (
    <>
      <Field
        label={label}
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
            onCopy={({ currentTarget }) => isWholeSelected(currentTarget) && markCopied()}
          />
        )}
      </Field>
      <Button
        appearance={isOnly ? 'primary' : 'secondary'}
        icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
        {...(!isOnly && { 'aria-label': `${isCopied ? 'Copied' : 'Copy'} ${what}` })}
        onClick={copy}
      >
        {isCopied ? 'Copied' : `Copy ${what}`}
      </Button>
    </>
  )
}

const isWholeSelected = ({ selectionStart, selectionEnd, textLength }: HTMLTextAreaElement) =>
  selectionEnd - selectionStart === textLength

import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { CopyButton } from './CopyButton.tsx'

const useStyles = makeStyles({
  line: { display: 'inline-flex', alignItems: 'center', maxWidth: '100%' },
  text: {
    ...typographyStyles.body1,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
  },
})

/** An id, an address or a command: set apart, and never to be typed by hand. */
export function CopyableText({ value, what }: Readonly<{ value: string; what: string }>) {
  const styles = useStyles()
  return (
    <span className={styles.line}>
      <code className={styles.text}>{value}</code>
      <CopyButton value={value} what={what} />
    </span>
  )
}

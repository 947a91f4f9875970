import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { EyeOffRegular, EyeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'

const useStyles = makeStyles({
  line: { display: 'inline-flex', alignItems: 'center', maxWidth: '100%' },
  text: {
    ...typographyStyles.body1,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
  },
})

/** What not everybody who looks over a shoulder needs to read. It is copied without being shown. */
export function HiddenText({ value, what }: Readonly<{ value: string; what: string }>) {
  const styles = useStyles()
  const [isShown, setShown] = useState(false)
  const label = `${isShown ? 'Hide' : 'Show'} ${what}`
  return (
    <span className={styles.line}>
      <code className={styles.text}>{isShown ? value : '••••••••••••'}</code>
      <Button
        appearance="subtle"
        size="small"
        icon={isShown ? <EyeOffRegular /> : <EyeRegular />}
        aria-label={label}
        title={label}
        onClick={() => setShown(!isShown)}
      />
      <CopyButton value={value} what={what} />
    </span>
  )
}

import { makeStyles, typographyStyles } from '@fluentui/react-components'
import { toPlainText } from './plain-text.ts'

const useStyles = makeStyles({
  text: {
    ...typographyStyles.body1,
    margin: 0,
    maxWidth: '80ch',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  },
})

/** What an operator wrote. */
export function EventText({ text }: Readonly<{ text: string }>) {
  return <p className={useStyles().text}>{toPlainText(text)}</p>
}

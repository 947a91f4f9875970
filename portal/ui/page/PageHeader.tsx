import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { ScreenReaderOnly } from '../text/ScreenReaderOnly.tsx'

const useStyles = makeStyles({
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: tokens.spacingVerticalM,
    marginBottom: tokens.spacingVerticalXL,
  },
  words: { minWidth: 0 },
  title: { ...typographyStyles.subtitle1, margin: 0, overflowWrap: 'anywhere' },
  sentence: {
    ...typographyStyles.body1,
    margin: 0,
    marginTop: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground2,
  },
})

type Props = Readonly<{
  title: string
  /** Which of its pages this is, as in "Members": the tabs show it, so it is only said. */
  section?: string
  /** What the page is, when that is not obvious. */
  sentence?: string
  /** The one primary action. */
  action?: ReactNode
}>

/** A page has one: its title is the page's h1, the tab's name, and where the focus goes on arrival. */
export function PageHeader({ title, section, sentence, action }: Props) {
  const styles = useStyles()
  return (
    <header className={styles.header}>
      <title>{`${section ? `${section} · ` : ''}${title} · Binnacle`}</title>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
          {section && <ScreenReaderOnly>{`: ${section}`}</ScreenReaderOnly>}
        </h1>
        {sentence && <p className={styles.sentence}>{sentence}</p>}
      </div>
      {action}
    </header>
  )
}

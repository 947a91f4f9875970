import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { type ReactNode, useId } from 'react'

const useStyles = makeStyles({
  section: {
    display: 'grid',
    justifyItems: 'start',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalXXL,
    marginBottom: tokens.spacingVerticalXXL,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottomStyle: 'none', marginBottom: 0 },
  },
  title: { ...typographyStyles.subtitle2, margin: 0 },
  sentence: {
    ...typographyStyles.body1,
    margin: 0,
    maxWidth: '72ch',
    color: tokens.colorNeutralForeground2,
  },
})

type Props = Readonly<{ title: string; sentence?: string; children?: ReactNode }>

/** A part of a page that is about one thing. */
export function Section({ title, sentence, children }: Props) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {sentence && <p className={styles.sentence}>{sentence}</p>}
      {children}
    </section>
  )
}

import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  notice: {
    display: 'grid',
    justifyItems: 'start',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalXXL}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: { ...typographyStyles.subtitle2, margin: 0 },
  text: { ...typographyStyles.body1, margin: 0, overflowWrap: 'anywhere' },
})

type Props = Readonly<{
  title: string
  text: string
  role?: 'alert'
  /** Of the text, for what is described by it. */
  id?: string
  children?: ReactNode
}>

/** The one look of empty, broken and missing: a sentence, the reason, the next step. */
export function Notice({ title, text, role, id, children }: Props) {
  const styles = useStyles()
  return (
    <section className={styles.notice} role={role} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p id={id} className={styles.text}>
        {text}
      </p>
      {children}
    </section>
  )
}

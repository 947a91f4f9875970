import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { type ReactNode, useId } from 'react'

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalL,
    minWidth: 0,
  },
  title: { ...typographyStyles.subtitle2, margin: 0 },
})

/** Fields that answer one question. */
export function FieldGroup({ title, children }: Readonly<{ title: string; children: ReactNode }>) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

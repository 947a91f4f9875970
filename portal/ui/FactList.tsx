import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Fragment, type ReactNode } from 'react'
import { AT_NARROW } from './media.ts'

const useStyles = makeStyles({
  facts: {
    ...typographyStyles.body1,
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXXXL,
    rowGap: tokens.spacingVerticalM,
    margin: 0,
    [AT_NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXS },
  },
  name: { color: tokens.colorNeutralForeground3 },
  fact: {
    margin: 0,
    overflowWrap: 'anywhere',
    [AT_NARROW]: { marginBottom: tokens.spacingVerticalS },
  },
})

/** What is known about one thing. */
export function FactList({
  facts,
}: Readonly<{ facts: readonly [name: string, fact: ReactNode][] }>) {
  const styles = useStyles()
  return (
    <dl className={styles.facts}>
      {facts.map(([name, fact]) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.fact}>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

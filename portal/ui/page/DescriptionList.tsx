import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Fragment, type ReactNode } from 'react'
import { AT_NARROW } from '../theme/media.ts'

const useStyles = makeStyles({
  list: {
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
  value: {
    margin: 0,
    overflowWrap: 'anywhere',
    [AT_NARROW]: { marginBottom: tokens.spacingVerticalS },
  },
})

/** Names and values of one object, as the `dl` of HTML. */
export function DescriptionList({
  items,
}: Readonly<{ items: readonly [name: string, value: ReactNode][] }>) {
  const styles = useStyles()
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Fragment, type ReactNode } from 'react'

const useStyles = makeStyles({
  list: {
    ...typographyStyles.body1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    marginBottom: tokens.spacingVerticalS,
    padding: 0,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
})

/** The way to this page, as in `owner / app`; the last one is where you are. */
export function Breadcrumbs({
  steps,
}: Readonly<{ steps: readonly [name: string, to: ReactNode][] }>) {
  const styles = useStyles()
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles.list}>
        {steps.map(([name, to], index) => (
          <Fragment key={name}>
            {index > 0 && <li aria-hidden="true">/</li>}
            <li aria-current={index === steps.length - 1 ? 'page' : undefined}>{to}</li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import type { SubscriptionPath, SubscriptionTabPath } from '../paths.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { TabBar, TabLink } from '../ui/page/TabBar.tsx'
import { SubscriptionPicker } from './SubscriptionPicker.tsx'
import { useSubscriptionId } from './subscriptions.ts'

const useStyles = makeStyles({
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    minWidth: 0,
  },
})

/** Of an area. The first tab is also where another subscription is opened. */
export type Tabs<Name extends string> = readonly [
  readonly [Name, SubscriptionPath],
  ...(readonly [Name, SubscriptionTabPath])[],
]

type Props<Name extends string> = Readonly<{
  title: string
  tabs: Tabs<Name>
  section: Name
  action?: ReactNode
  children: ReactNode
}>

/** What is around the pages of an area that are about a whole subscription. */
export function SubscriptionLayout<Name extends string>(props: Props<Name>) {
  const { title, tabs, section, action, children } = props
  const styles = useStyles()
  const subscription = useSubscriptionId()
  return (
    <>
      <PageHeader
        title={title}
        section={section}
        action={
          <div className={styles.actions}>
            <SubscriptionPicker to={tabs[0][1]} />
            {action}
          </div>
        }
      />
      <TabBar label={title}>
        {tabs.map(([name, to]) => (
          <TabLink
            key={to}
            to={to}
            params={{ subscription }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {name}
          </TabLink>
        ))}
      </TabBar>
      {children}
    </>
  )
}

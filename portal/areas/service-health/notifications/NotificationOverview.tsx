import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { StateMark } from './Marks.tsx'
import { NotificationActions } from './NotificationActions.tsx'
import type { Notification } from './queries.ts'
import { StateNotice } from './StateNotice.tsx'
import { isSoon, KIND_WORDS, NOTICE_WORDS, RECEIVER_WORDS, stateOf } from './words.ts'

const useStyles = makeStyles({
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalL },
  wide: { width: '100%' },
})

type Props = Readonly<{ notification: Notification; subscription: string; mayChange: boolean }>

export function NotificationOverview(props: Props) {
  const { notification } = props
  const styles = useStyles()
  const { kind, address, filter, failingSince, nextAttemptAt, off, createdAt, alertRule } =
    notification
  const { receiver, hoursBefore } = notification
  return (
    <Section title="Overview">
      <StateNotice notification={notification} />
      <div className={styles.wide}>
        <DescriptionList
          items={[
            ['State', <StateMark key="state" state={stateOf(notification)} />],
            ...timeItem('Failing since', failingSince),
            ...(nextAttemptAt === undefined ? [] : [nextItem(nextAttemptAt)]),
            ...timeItem('Off since', off?.at),
            ['Kind', KIND_WORDS[kind].name],
            ...ruleItem(alertRule),
            ...(receiver === undefined ? [] : [receiverItem(receiver)]),
            ['Destination', <code key="address">{address}</code>],
            ['Filter', filter === undefined ? 'All events' : <code key="filter">{filter}</code>],
            ['Sends', <Notices key="notices" notification={notification} />],
            ...(hoursBefore === undefined ? [] : [hoursItem(hoursBefore)]),
            ...timeItem('Created', createdAt),
          ]}
        />
      </div>
      <NotificationActions {...props} />
    </Section>
  )
}

const timeItem = (name: string, at: string | undefined): [string, ReactNode][] =>
  at === undefined ? [] : [[name, <ExactTime key={name} at={at} />]]

const ruleItem = (rule: Notification['alertRule']): [string, ReactNode][] =>
  rule === undefined ? [] : [['Alert rule', <code key="rule">{rule.id}</code>]]

const receiverItem = (receiver: keyof typeof RECEIVER_WORDS): [string, ReactNode] => [
  'Receiver',
  RECEIVER_WORDS[receiver],
]

const hoursItem = (hours: number): [string, ReactNode] => [
  'First reminder',
  hours === 1 ? '1 hour before' : `${hours} hours before`,
]

/** A moment ahead is not "just now". */
const nextItem = (at: string): [string, ReactNode] => [
  'Next attempt',
  isSoon(at) ? 'within a minute' : <ExactTime key="next" at={at} />,
]

function Notices({ notification: { notices } }: Pick<Props, 'notification'>) {
  return (
    <ul className={useStyles().list}>
      {notices.map((notice) => (
        <li key={notice}>{NOTICE_WORDS[notice].name}</li>
      ))}
    </ul>
  )
}

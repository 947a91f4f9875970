import { makeStyles } from '@fluentui/react-components'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { DeliveryMark, wordOf } from './Marks.tsx'
import type { Notification } from './queries.ts'
import { StateWords } from './StateWords.tsx'
import { KIND_WORDS, stateOf } from './words.ts'

const useStyles = makeStyles({
  whole: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
})

/** Whole: what tells addresses apart is at the end. */
const Code = ({ text }: Readonly<{ text: string }>) => (
  <code className={useStyles().whole}>{text}</code>
)

function State({ notification }: Readonly<{ notification: Notification }>) {
  return (
    <span className={useStyles().whole}>
      <StateWords notification={notification} />
    </span>
  )
}

function Last({ notification: { lastDelivery } }: Readonly<{ notification: Notification }>) {
  const { whole } = useStyles()
  if (!lastDelivery) return 'None yet'
  return (
    <span className={whole}>
      <DeliveryMark state={lastDelivery.state} /> <RelativeTime at={lastDelivery.createdAt} />
    </span>
  )
}

/** Those that need somebody come first. */
const RANKS = { failing: 0, stopped: 1, waiting: 2, off: 3, on: 4 } as const

export const notificationColumns = (subscription: string): readonly Column<Notification>[] => [
  {
    key: 'name',
    header: 'Name',
    share: 2,
    value: ({ name }) => name,
    render: ({ name }) => (
      <PageLink to={paths.healthNotification} params={{ subscription, name }}>
        {name}
      </PageLink>
    ),
  },
  { key: 'kind', header: 'Kind', share: 1.5, value: ({ kind }) => KIND_WORDS[kind].name },
  {
    key: 'address',
    header: 'Destination',
    share: 4,
    value: ({ address }) => address,
    render: ({ address }) => <Code text={address} />,
  },
  {
    key: 'filter',
    header: 'Filter',
    share: 3,
    value: ({ filter }) => filter ?? 'All events',
    render: ({ filter }) => (filter === undefined ? 'All events' : <Code text={filter} />),
  },
  {
    key: 'state',
    header: 'State',
    share: 3,
    value: (notification) => RANKS[stateOf(notification)],
    words: (notification) => wordOf(stateOf(notification)),
    render: (notification) => <State notification={notification} />,
  },
  {
    key: 'last',
    header: 'Last delivery',
    share: 2.5,
    value: ({ lastDelivery }) => lastDelivery?.createdAt ?? '',
    render: (notification) => <Last notification={notification} />,
  },
]

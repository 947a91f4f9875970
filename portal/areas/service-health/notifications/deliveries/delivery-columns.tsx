import { Button, Link, useRestoreFocusTarget } from '@fluentui/react-components'
import { paths } from '../../../../paths.ts'
import { PERMISSION_NOTICE_ID } from '../../../../ui/form/PermissionNotice.tsx'
import { PageLink } from '../../../../ui/page/PageLink.tsx'
import type { Column } from '../../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../../ui/text/RelativeTime.tsx'
import { DeliveryMark, wordOfDelivery } from '../Marks.tsx'
import type { Delivery } from '../queries.ts'
import { attemptsOf, subjectOf } from '../words.ts'

export type DeliveryActions = Readonly<{
  /** They may, and the destination can get something. */
  canSend: boolean
  mayChange: boolean
  onOpen: (delivery: Delivery) => void
  onReplay: (delivery: Delivery) => void
}>

export const deliveryColumns = (
  subscription: string,
  actions: DeliveryActions,
): readonly Column<Delivery>[] => [
  {
    key: 'event',
    header: 'About',
    share: 3,
    value: subjectOf,
    render: (delivery) => <Subject delivery={delivery} subscription={subscription} />,
  },
  {
    key: 'state',
    header: 'State',
    share: 2,
    value: ({ state }) => wordOfDelivery(state),
    render: ({ state }) => <DeliveryMark state={state} />,
  },
  {
    key: 'created',
    header: 'Created',
    share: 2,
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    share: 3,
    value: attemptsOf,
    render: (delivery) => <AttemptsButton delivery={delivery} {...actions} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 2,
    isActions: true,
    value: () => '',
    render: (delivery) => <ReplayButton delivery={delivery} {...actions} />,
  },
]

type SubjectProps = Readonly<{ delivery: Delivery; subscription: string }>

/** An event that no longer affects the subscription cannot be opened from it. */
function Subject({ delivery, subscription }: SubjectProps) {
  const { kind, trackingId } = delivery
  if (kind !== 'event' || trackingId === undefined) return subjectOf(delivery)
  return (
    <PageLink to={paths.healthEvent} params={{ subscription, trackingId }}>
      {trackingId}
    </PageLink>
  )
}

type ButtonProps = DeliveryActions & Readonly<{ delivery: Delivery }>

function AttemptsButton({ delivery, onOpen }: ButtonProps) {
  const restoreFocus = useRestoreFocusTarget()
  if (delivery.attempts.length === 0) return attemptsOf(delivery)
  return (
    <Link
      {...restoreFocus}
      as="button"
      // Underlined: in the colours of the system it looks like text.
      inline
      aria-label={`${attemptsOf(delivery)}. Show the attempts for ${subjectOf(delivery)}`}
      onClick={() => onOpen(delivery)}
    >
      {attemptsOf(delivery)}
    </Link>
  )
}

function ReplayButton({ delivery, canSend, mayChange, onReplay }: ButtonProps) {
  if (delivery.kind === 'test') return null
  return (
    <Button
      size="small"
      style={{ minWidth: 0 }}
      disabledFocusable={!canSend}
      aria-label={`Send again: ${subjectOf(delivery)}`}
      {...(!mayChange && { 'aria-describedby': PERMISSION_NOTICE_ID })}
      onClick={() => onReplay(delivery)}
    >
      Send again
    </Button>
  )
}

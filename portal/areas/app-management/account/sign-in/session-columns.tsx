import { Badge, Button, useRestoreFocusTarget } from '@fluentui/react-components'
import type { Column } from '../../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../../ui/text/RelativeTime.tsx'
import type { UserSession } from './queries.ts'

/** The application that stays signed in, or the browser. */
export const nameOf = ({ kind, clients, browser }: UserSession): string =>
  kind === 'client' ? (clients[0]?.name ?? 'Application') : (browser ?? 'Unknown browser')

const detailOf = ({ kind, clients, browser }: UserSession): string =>
  kind === 'client' ? (browser ?? '') : clients.map(({ name }) => name).join(', ')

export const sessionColumns = (
  onEnd: (session: UserSession) => void,
): readonly Column<UserSession>[] => [
  {
    key: 'name',
    header: 'Browser or application',
    share: 3.5,
    value: nameOf,
    render: (session) => (
      <>
        {nameOf(session)} {session.is_current && <Badge appearance="tint">This session</Badge>}
      </>
    ),
  },
  { key: 'detail', header: 'Details', share: 3, value: detailOf },
  {
    key: 'from',
    header: 'IP address',
    share: 2,
    value: ({ last_used_from }) => last_used_from ?? 'Unknown',
  },
  {
    key: 'since',
    header: 'Signed in',
    share: 1.5,
    value: ({ started_at }) => started_at,
    render: ({ started_at }) => <RelativeTime at={started_at} />,
  },
  {
    key: 'used',
    header: 'Last used',
    share: 1.5,
    value: ({ last_used_at }) => last_used_at ?? '',
    render: ({ last_used_at }) =>
      last_used_at === null ? 'Unknown' : <RelativeTime at={last_used_at} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 1.5,
    isActions: true,
    value: () => '',
    render: (session) =>
      session.is_current ? null : <EndButton session={session} onEnd={onEnd} />,
  },
]

type ButtonProps = Readonly<{ session: UserSession; onEnd: (session: UserSession) => void }>

function EndButton({ session, onEnd }: ButtonProps) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      aria-label={`End ${nameOf(session)}, ${session.last_used_from ?? 'unknown address'}`}
      onClick={() => onEnd(session)}
    >
      End
    </Button>
  )
}

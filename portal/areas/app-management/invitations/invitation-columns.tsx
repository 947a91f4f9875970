import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import type { ReceivedInvitation } from './queries.ts'

const useStyles = makeStyles({
  answers: { display: 'flex', gap: tokens.spacingHorizontalS },
})

/** What the person would be: on the app, or in the organization. */
export const roleOffered = ({ permissions: [permission], role }: ReceivedInvitation): string =>
  permission ?? role ?? ''

const kindOf = ({ type, owner_name, app_name }: ReceivedInvitation): string =>
  type === 'app' ? `App ${owner_name}/${app_name}` : `Organization ${owner_name}`

type Answers = Readonly<{
  onAccept: (invitation: ReceivedInvitation) => void
  onReject: (invitation: ReceivedInvitation) => void
}>

export const invitationColumns = (answers: Answers): readonly Column<ReceivedInvitation>[] => [
  { key: 'name', header: 'Name', share: 3, value: ({ display_name }) => display_name },
  { key: 'what', header: 'Invited to', share: 4, value: kindOf },
  { key: 'role', header: 'Role', share: 1.5, value: roleOffered },
  { key: 'by', header: 'Invited by', share: 2, value: ({ invited_by }) => invited_by },
  {
    key: 'ends',
    header: 'Expires',
    share: 1.5,
    value: ({ expires_at }) => expires_at,
    render: ({ expires_at }) => <RelativeTime at={expires_at} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 3,
    isActions: true,
    value: () => '',
    render: (invitation) => <AnswerButtons {...answers} invitation={invitation} />,
  },
]

type ButtonProps = Answers & Readonly<{ invitation: ReceivedInvitation }>

function AnswerButtons({ invitation, onAccept, onReject }: ButtonProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { display_name } = invitation
  return (
    <div className={styles.answers}>
      <Button
        size="small"
        aria-label={`Accept ${display_name}`}
        onClick={() => onAccept(invitation)}
      >
        Accept
      </Button>
      <Button
        {...restoreFocus}
        size="small"
        aria-label={`Reject ${display_name}`}
        onClick={() => onReject(invitation)}
      >
        Reject
      </Button>
    </div>
  )
}

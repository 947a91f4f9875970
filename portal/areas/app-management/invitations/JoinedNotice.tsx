import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { APP_PATHS, paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { withArticle } from '../members/roles.ts'
import { roleOffered } from './invitation-columns.tsx'
import type { ReceivedInvitation } from './queries.ts'

const useStyles = makeStyles({ notice: { marginBottom: tokens.spacingVerticalM } })

/** The row is gone once it was accepted; here is where it led. */
export function JoinedNotice({ invitation }: Readonly<{ invitation: ReceivedInvitation }>) {
  const { display_name, owner_name: owner, app_name: app } = invitation
  return (
    <div className={useStyles().notice}>
      <MessageBar intent="success" layout="multiline">
        <MessageBarBody>
          {`You are now ${withArticle(roleOffered(invitation))} of `}
          {app === null ? (
            <PageLink to={paths.org} params={{ org: owner }}>
              {display_name}
            </PageLink>
          ) : (
            // Whose kind the owner is the invitation does not say; the page finds out.
            <PageLink to={APP_PATHS.user.overview} params={{ owner, app }}>
              {display_name}
            </PageLink>
          )}
          {'.'}
        </MessageBarBody>
      </MessageBar>
    </div>
  )
}

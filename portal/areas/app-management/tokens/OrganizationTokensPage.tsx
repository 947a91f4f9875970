import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import { paths } from '../../../paths.ts'
import { settings } from '../../../settings.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PageLink } from '../../../ui/PageLink.tsx'
import { OrgFrame } from '../OrgFrame.tsx'
import { orgUsersQuery } from '../queries-organizations.ts'
import { orgTokens } from '../queries-tokens.ts'
import { commandFor } from './command.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { EVERYTHING, rightsOfMember } from './token-rights.ts'

const route = getRouteApi(`/shell${paths.orgTokens}`)

export function OrganizationTokensPage() {
  const { org } = route.useParams()
  return <OrgFrame active="tokens">{() => <OrganizationTokens org={org} />}</OrgFrame>
}

/** What the list answers tells who is asking: 403 a member, 404 where such tokens are switched off. */
function OrganizationTokens({ org }: Readonly<{ org: string }>) {
  const family = orgTokens(org)
  const { error } = useQuery(family.list)
  const status = error instanceof ApiError ? error.status : undefined
  const { data: users = [] } = useQuery({
    ...orgUsersQuery(org),
    enabled: status === 403,
  })
  if (status === 404) return <SwitchedOff />
  const admins = users.filter(({ role }) => role === 'admin')
  const rights =
    status === 403 ? rightsOfMember(admins.map(({ display_name }) => display_name)) : EVERYTHING
  return (
    <TokensPanel
      family={family}
      rights={rights}
      sentence="Keys with which scripts and build jobs work on every app of this organization, without a person."
      command={commandFor(settings.baseUrl, `/orgs/${org}/api_tokens`)}
    />
  )
}

function SwitchedOff() {
  return (
    <Notice
      title="There are no organization tokens here"
      text="Whoever runs this installation has switched them off. Create an app token for each app that a script works on."
    >
      <PageLink to={paths.apps}>Choose an app</PageLink>
    </Notice>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import { paths } from '../../../paths.ts'
import { settings } from '../../../settings.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Notice } from '../../../ui/state/Notice.tsx'
import { SkeletonLines } from '../../../ui/state/SkeletonLines.tsx'
import { type OrgUser, orgUsersQuery } from '../members/queries.ts'
import { OrgLayout } from '../organizations/OrgLayout.tsx'
import type { Organization } from '../organizations/queries.ts'
import { useIsAdmin } from '../organizations/useIsAdmin.ts'
import { commandFor } from './command.ts'
import { orgTokens } from './queries.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { ALL_RIGHTS, rightsOfMember } from './token-rights.ts'

const route = getRouteApi(`/shell${paths.orgTokens}`)

export function OrganizationTokensPage() {
  const { org } = route.useParams()
  return (
    <OrgLayout active="tokens">
      {(organization) => <OrganizationTokens organization={organization} org={org} />}
    </OrgLayout>
  )
}

type Props = Readonly<{ organization: Organization; org: string }>

/** Only admins may list these tokens. The API answers 404 where they are turned off. */
function OrganizationTokens({ organization, org }: Props) {
  const tokenApi = orgTokens(org)
  const isAdmin = useIsAdmin(organization)
  const { error } = useQuery({ ...tokenApi.list, enabled: isAdmin === true })
  const { data: users = [] } = useQuery({ ...orgUsersQuery(org), enabled: isAdmin === false })
  if (isAdmin === undefined) return <SkeletonLines />
  if (error instanceof ApiError && error.status === 404) return <TokensTurnedOff />
  const admins = users.filter(({ role }) => role === 'admin')
  const rights = isAdmin ? ALL_RIGHTS : rightsOfMember(admins.map(toName))
  return (
    <TokensPanel
      tokenApi={tokenApi}
      rights={rights}
      sentence="Scripts and build jobs use these tokens to access every app of this organization without a person signing in."
      command={commandFor(settings.baseUrl, `/orgs/${org}/api_tokens`)}
    />
  )
}

const toName = ({ display_name }: OrgUser) => display_name

function TokensTurnedOff() {
  return (
    <Notice
      title="Organization tokens are turned off"
      text="Your administrator has turned off organization tokens. Create an app token for each app that your scripts use."
    >
      <PageLink to={paths.apps}>Choose an app</PageLink>
    </Notice>
  )
}

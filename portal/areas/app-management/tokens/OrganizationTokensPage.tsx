import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import { paths } from '../../../paths.ts'
import { settings } from '../../../settings.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PageLink } from '../../../ui/PageLink.tsx'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { OrgFrame } from '../OrgFrame.tsx'
import type { Organization } from '../queries.ts'
import { type OrgUser, orgUsersQuery } from '../queries-organizations.ts'
import { orgTokens } from '../queries-tokens.ts'
import { useIsAdmin } from '../useIsAdmin.ts'
import { commandFor } from './command.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { EVERYTHING, rightsOfMember } from './token-rights.ts'

const route = getRouteApi(`/shell${paths.orgTokens}`)

export function OrganizationTokensPage() {
  const { org } = route.useParams()
  return (
    <OrgFrame active="tokens">
      {(organization) => <OrganizationTokens organization={organization} org={org} />}
    </OrgFrame>
  )
}

type Props = Readonly<{ organization: Organization; org: string }>

/** Only admins are answered, and with 404 where such tokens are switched off. */
function OrganizationTokens({ organization, org }: Props) {
  const family = orgTokens(org)
  const isAdmin = useIsAdmin(organization)
  const { error } = useQuery({ ...family.list, enabled: isAdmin === true })
  const { data: users = [] } = useQuery({ ...orgUsersQuery(org), enabled: isAdmin === false })
  if (isAdmin === undefined) return <SkeletonLines />
  if (error instanceof ApiError && error.status === 404) return <SwitchedOff />
  const admins = users.filter(({ role }) => role === 'admin')
  const rights = isAdmin ? EVERYTHING : rightsOfMember(admins.map(toName))
  return (
    <TokensPanel
      family={family}
      rights={rights}
      sentence="Keys with which scripts and build jobs work on every app of this organization, without a person."
      command={commandFor(settings.baseUrl, `/orgs/${org}/api_tokens`)}
    />
  )
}

const toName = ({ display_name }: OrgUser) => display_name

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

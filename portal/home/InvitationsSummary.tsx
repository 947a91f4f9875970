import { useQuery } from '@tanstack/react-query'
import { invitationsQuery } from '../areas/app-management/invitations/queries.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../ui/page/PageLink.tsx'
import { Section } from '../ui/page/Section.tsx'

/** Only if there is one: most people have none. */
export function InvitationsSummary() {
  const { data: received } = useQuery(invitationsQuery)
  if (!received || received.length === 0) return null
  return (
    <Section title="Invitations">
      <PageLink to={paths.accountInvitations}>
        {received.length === 1
          ? 'You have 1 invitation to answer'
          : `You have ${received.length} invitations to answer`}
      </PageLink>
    </Section>
  )
}

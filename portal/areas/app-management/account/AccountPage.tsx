import { Link } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settings } from '../../../settings.ts'
import { DetailsForm } from '../../../ui/form/DetailsForm.tsx'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { renameUser, type UserProfile, userQuery } from './queries.ts'

export function AccountPage() {
  const query = useQuery(userQuery)
  return (
    <>
      <PageHeader title="Account settings" section="Profile" />
      <AccountTabs active="profile" />
      <Loaded query={query} what="account">
        {(user) => (
          <>
            <Section title="About you">
              <DescriptionList items={toItems(user)} />
            </Section>
            <Section title="Display name">
              <DisplayNameForm user={user} />
            </Section>
            <Section
              title="Security"
              sentence="With a second factor, a password alone is not enough to sign in. You can use passkeys, an authenticator app and recovery codes."
            >
              <Link href={`${settings.issuer}/security`}>Manage second factors</Link>
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

const toItems = (user: UserProfile): readonly [string, React.ReactNode][] => [
  ['E-mail', user.email],
  ['Name in URLs', <CopyableText key="name" value={user.name} what="name" />],
  ['Account ID', <CopyableText key="id" value={user.id} what="account ID" />],
  ['Created', <ExactTime key="created" at={user.created_at} />],
]

function DisplayNameForm({ user }: Readonly<{ user: UserProfile }>) {
  const queryClient = useQueryClient()
  const detail = {
    key: 'display_name',
    label: 'Display name',
    value: user.display_name,
    hint: 'Other people see this name next to your apps.',
    missing: 'Enter a display name.',
    maxLength: 256,
  }
  return (
    <DetailsForm
      details={[detail]}
      action="Save display name"
      onSave={async ({ display_name = '' }) =>
        queryClient.setQueryData(userQuery.queryKey, await renameUser(display_name))
      }
    />
  )
}

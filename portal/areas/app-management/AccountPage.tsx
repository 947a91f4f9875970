import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CopyableText } from '../../ui/CopyableText.tsx'
import { DetailsForm } from '../../ui/DetailsForm.tsx'
import { ExactTime } from '../../ui/ExactTime.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
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
              <FactList facts={factsOf(user)} />
            </Section>
            <Section title="Display name">
              <DisplayNameForm user={user} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

const factsOf = (user: UserProfile): readonly [string, React.ReactNode][] => [
  ['E-mail', user.email],
  ['Name in addresses', <CopyableText key="name" value={user.name} what="name" />],
  ['Account id', <CopyableText key="id" value={user.id} what="account id" />],
  ['Created', <ExactTime key="created" at={user.created_at} />],
]

function DisplayNameForm({ user }: Readonly<{ user: UserProfile }>) {
  const queryClient = useQueryClient()
  const detail = {
    key: 'display_name',
    label: 'Display name',
    value: user.display_name,
    hint: 'What others see beside your apps.',
    missing: 'Say how others are to see you.',
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

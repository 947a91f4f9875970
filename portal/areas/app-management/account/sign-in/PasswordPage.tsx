import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { DescriptionList } from '../../../../ui/page/DescriptionList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { Loaded } from '../../../../ui/state/Loaded.tsx'
import { ExactTime } from '../../../../ui/text/ExactTime.tsx'
import { listNames } from '../../../../ui/text/list-names.ts'
import { AccountTabs } from '../AccountTabs.tsx'
import { signInQuery, type UserSignIn } from './queries.ts'

export function PasswordPage() {
  const query = useQuery(signInQuery)
  return (
    <>
      <PageHeader title="Account settings" section="Password" />
      <AccountTabs active="password" />
      <Loaded query={query} what="sign-in">
        {(signIn) =>
          signIn.change_password_url === null ? (
            <NoPassword signIn={signIn} />
          ) : (
            <ChangePassword signIn={signIn} url={signIn.change_password_url} />
          )
        }
      </Loaded>
    </>
  )
}

type Props = Readonly<{ signIn: UserSignIn }>

/** The sign-in has the form: on its pages no script can read what is typed. */
function ChangePassword({ signIn, url }: Props & Readonly<{ url: string }>) {
  return (
    <Section
      title="Password"
      sentence="You change your password on a separate sign-in page. You need your current password. You can sign out everywhere else at the same time."
    >
      {signIn.password_set_at && (
        <DescriptionList
          items={[['Last changed', <ExactTime key="set" at={signIn.password_set_at} />]]}
        />
      )}
      <Button as="a" href={url} appearance="primary">
        Change password
      </Button>
    </Section>
  )
}

function NoPassword({ signIn: { issuers } }: Props) {
  const names = listNames(issuers.map(({ name }) => name))
  return (
    <Section
      title="Password"
      sentence={
        issuers.length > 0
          ? `You have no password in Binnacle. You sign in with ${names}; change your password there.`
          : 'You have no password in Binnacle. You sign in through your organization; change your password there.'
      }
    >
      {null}
    </Section>
  )
}

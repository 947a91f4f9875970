import { Button } from '@fluentui/react-components'
import { leaveToSignIn } from '../session.ts'
import { settings } from '../settings.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PlainPage } from './PlainPage.tsx'

/** Where a sign-in ends that was cancelled, or whose answer was not good. */
export function SignInFailedPage() {
  return (
    <PlainPage>
      <PageHeader
        title="You are not signed in"
        sentence="The sign-in was cancelled or went wrong on its way back. Nothing was changed."
      />
      <Button appearance="primary" onClick={() => leaveToSignIn(`${settings.portalUrl}/`)}>
        Sign in
      </Button>
    </PlainPage>
  )
}

import { Button } from '@fluentui/react-components'
import { redirectToSignIn } from '../session.ts'
import { settings } from '../settings.ts'
import { findRefusal } from '../sign-in.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { RequestId } from '../ui/state/RequestId.tsx'
import { PlainPage } from './PlainPage.tsx'

/** Where a sign-in ends that was cancelled, or whose answer was not good. */
export function SignInFailedPage() {
  return (
    <PlainPage>
      <PageHeader
        title="You are not signed in"
        sentence="The sign-in was cancelled or could not be completed. Try again."
      />
      <Button appearance="primary" onClick={() => redirectToSignIn(`${settings.portalUrl}/`)}>
        Sign in
      </Button>
      <RequestId error={findRefusal()} />
    </PlainPage>
  )
}

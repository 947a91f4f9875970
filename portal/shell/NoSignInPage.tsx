import { Button } from '@fluentui/react-components'
import { settings } from '../settings.ts'
import { findRefusal } from '../sign-in.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { RequestId } from '../ui/state/RequestId.tsx'
import { PlainPage } from './PlainPage.tsx'

/** Where a sign-in ends that could not begin: the server has none, or does not answer. */
export function NoSignInPage() {
  return (
    <PlainPage>
      <PageHeader
        title="You cannot sign in right now"
        sentence="Sign-in is not set up on this server, or the server is not responding. Try again in a minute. If the problem persists, ask your administrator to check BUNDLED_SIGN_IN and TRUSTED_ISSUERS. API tokens are not affected."
      />
      <Button appearance="primary" onClick={() => location.assign(`${settings.portalUrl}/`)}>
        Try again
      </Button>
      <RequestId error={findRefusal()} />
    </PlainPage>
  )
}

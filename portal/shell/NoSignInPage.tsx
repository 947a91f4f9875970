import { Button } from '@fluentui/react-components'
import { settings } from '../settings.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PlainPage } from './PlainPage.tsx'

/** Where a sign-in ends that could not begin: the server has none, or does not answer. */
export function NoSignInPage() {
  return (
    <PlainPage>
      <PageHeader
        title="You cannot sign in now"
        sentence="The server offers no sign-in, or it does not answer. Try again in a minute. If it stays so, ask your administrator to check BUNDLED_SIGN_IN and TRUSTED_ISSUERS. API tokens are not affected."
      />
      <Button appearance="primary" onClick={() => location.assign(`${settings.portalUrl}/`)}>
        Try again
      </Button>
    </PlainPage>
  )
}

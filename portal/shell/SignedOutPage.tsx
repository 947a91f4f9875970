import { Button } from '@fluentui/react-components'
import { redirectToSignIn } from '../session.ts'
import { settings } from '../settings.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PlainPage } from './PlainPage.tsx'

export function SignedOutPage() {
  return (
    <PlainPage>
      <PageHeader
        title="You are signed out"
        sentence="If you share this computer, close the browser as well."
      />
      <Button appearance="primary" onClick={() => redirectToSignIn(`${settings.portalUrl}/`)}>
        Sign in again
      </Button>
    </PlainPage>
  )
}

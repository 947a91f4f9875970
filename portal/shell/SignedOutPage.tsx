import { Button } from '@fluentui/react-components'
import { leaveToSignIn } from '../session.ts'
import { settings } from '../settings.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PlainPage } from './PlainPage.tsx'

export function SignedOutPage() {
  return (
    <PlainPage>
      <PageHeader
        title="You are signed out"
        sentence="Close the browser too if others use this computer."
      />
      <Button appearance="primary" onClick={() => leaveToSignIn(`${settings.portalUrl}/`)}>
        Sign in again
      </Button>
    </PlainPage>
  )
}

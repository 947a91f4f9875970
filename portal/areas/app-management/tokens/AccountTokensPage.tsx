import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { AccountTabs } from '../account/AccountTabs.tsx'
import { userTokens } from './queries.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { ALL_RIGHTS } from './token-rights.ts'

export function AccountTokensPage() {
  return (
    <>
      <PageHeader title="Account settings" section="API tokens" />
      <AccountTabs active="tokens" />
      <TokensPanel
        tokenApi={userTokens}
        rights={ALL_RIGHTS}
        sentence="Scripts use these tokens to act on your behalf in every app and organization that you can access."
        command='binnacle tokens create --name "Nightly report" --access read-only'
      />
    </>
  )
}

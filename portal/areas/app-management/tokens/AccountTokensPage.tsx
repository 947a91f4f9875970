import { PageHeader } from '../../../ui/PageHeader.tsx'
import { AccountTabs } from '../AccountTabs.tsx'
import { userTokens } from '../queries-tokens.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { EVERYTHING } from './token-rights.ts'

export function AccountTokensPage() {
  return (
    <>
      <PageHeader title="Account settings" section="API tokens" />
      <AccountTabs active="tokens" />
      <TokensPanel
        family={userTokens}
        rights={EVERYTHING}
        sentence="Keys with which scripts act as you, in every app and organization you can reach."
        command='binnacle tokens create --name "Nightly report" --access read-only'
      />
    </>
  )
}

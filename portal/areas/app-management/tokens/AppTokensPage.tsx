import { useQuery } from '@tanstack/react-query'
import { settings } from '../../../settings.ts'
import { AppLayout } from '../apps/AppLayout.tsx'
import type { App } from '../apps/queries.ts'
import { useAppAddress } from '../apps/useAppAddress.ts'
import { appUsersQuery } from '../members/queries.ts'
import { commandFor } from './command.ts'
import { appTokens } from './queries.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { rightsOnApp } from './token-rights.ts'

export function AppTokensPage() {
  return <AppLayout active="tokens">{(app) => <AppTokens app={app} />}</AppLayout>
}

function AppTokens({ app }: Readonly<{ app: App }>) {
  const { owner, app: name } = useAppAddress()
  const [role] = app.member_permissions
  const { data: users = [] } = useQuery({
    ...appUsersQuery({ owner, app: name }),
    enabled: role !== 'manager',
  })
  const managers = users.filter(({ permissions }) => permissions.includes('manager'))
  const rights = rightsOnApp(
    role,
    managers.map(({ display_name }) => display_name),
  )
  return (
    <TokensPanel
      tokenApi={appTokens(owner, name)}
      rights={rights}
      sentence={`Scripts and build jobs use these tokens to access this app without a person signing in.${rights.seesOwnOnly ? ' You see only the tokens that you created. Managers see all tokens.' : ''}`}
      command={commandFor(settings.baseUrl, `/apps/${owner}/${name}/api_tokens`)}
    />
  )
}

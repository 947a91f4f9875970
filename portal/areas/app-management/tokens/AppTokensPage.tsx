import { useQuery } from '@tanstack/react-query'
import { settings } from '../../../settings.ts'
import { AppFrame } from '../AppFrame.tsx'
import type { App } from '../queries.ts'
import { appUsersQuery } from '../queries-members.ts'
import { appTokens } from '../queries-tokens.ts'
import { useAppAddress } from '../useAppAddress.ts'
import { commandFor } from './command.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { rightsOnApp } from './token-rights.ts'

export function AppTokensPage() {
  return <AppFrame active="tokens">{(app) => <AppTokens app={app} />}</AppFrame>
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
      family={appTokens(owner, name)}
      rights={rights}
      sentence={`Keys with which scripts and build jobs work on this app, without a person.${rights.seesOwnOnly ? ' You see those you created; managers see all.' : ''}`}
      command={commandFor(settings.baseUrl, `/apps/${owner}/${name}/api_tokens`)}
    />
  )
}

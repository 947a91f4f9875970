import { useParams, useRouterState } from '@tanstack/react-router'
import type { AppKey } from './queries-apps.ts'

export type AppAddress = AppKey & Readonly<{ kind: 'user' | 'org' }>

/** Which app the address of this page names, and what it says about its owner. */
export function useAppAddress(): AppAddress {
  const { owner = '', app = '' } = useParams({ strict: false })
  const kind = useRouterState({
    select: ({ location }) => (location.pathname.startsWith('/orgs/') ? 'org' : 'user'),
  })
  return { kind, owner, app }
}

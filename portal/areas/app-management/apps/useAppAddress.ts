import { useMatch, useParams } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import type { AppKey, OwnerKind } from './queries.ts'

type AppAddress = AppKey & Readonly<{ kind: OwnerKind }>

/** Which app the address of this page names, and what it says about its owner. */
export function useAppAddress(): AppAddress {
  const { owner = '', app = '' } = useParams({ strict: false })
  // Of the page itself: the address bar is ahead of it while another page is on its way.
  const { fullPath } = useMatch({ strict: false })
  return { kind: fullPath.startsWith(paths.orgApp) ? 'org' : 'user', owner, app }
}

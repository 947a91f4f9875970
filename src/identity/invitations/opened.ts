import type { Db } from '../../platform/db/connect.ts'
import type { CookieDeps } from '../federation/cookie.ts'
import type { AfterSignIn } from '../sign-in/interaction.ts'
import { acceptAsAccount } from './actions.ts'
import { makeInvitationCookie } from './cookie.ts'
import type { InvitationLinks } from './links.ts'

export type OpenedDeps = CookieDeps & Readonly<{ db: Db; links: InvitationLinks }>

/** Accepts the invitation that was opened in this browser, as whoever has signed in. */
export function acceptAfterSignIn(deps: OpenedDeps): AfterSignIn {
  const cookie = makeInvitationCookie(deps)
  return async ({ accountId, cookies }, by) => {
    const opened = cookie.read(cookies)
    if (!opened) return { cookies: [] }
    if (opened.isAccepted) return { cookies: cookie.clear() }
    const accepted = await acceptAsAccount(deps, opened.secret, { accountId }, by)
    const problem = problemOf(accepted)
    return { cookies: cookie.clear(), ...(problem !== undefined && { problem }) }
  }
}

function problemOf(accepted: Awaited<ReturnType<typeof acceptAsAccount>>): string | undefined {
  if (accepted === 'ended')
    return 'The invitation is no longer valid: it was used, renewed or revoked, or it has expired. Ask the person who invited you for a new one.'
  return 'refused' in accepted
    ? `The invitation was not accepted. ${accepted.refused} Then open the invitation link again.`
    : undefined
}

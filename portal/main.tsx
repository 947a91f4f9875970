import { createRoot } from 'react-dom/client'
import { Portal } from './Portal.tsx'
import { paths } from './paths.ts'
import { findSession, followSignOut, keepSession, leaveToSignIn } from './session.ts'
import { basePath, settings } from './settings.ts'

const OPEN_TO_ALL: readonly string[] = [paths.signedIn, paths.signedOut]

const here = location.pathname.slice(basePath.length)
if (here === paths.signedIn) await returnFromSignIn()
else if (!OPEN_TO_ALL.includes(here) && !findSession()) await leaveToSignIn()

followSignOut(`${settings.portalUrl}${paths.signedOut}`)
const place = document.getElementById('portal')
if (place) createRoot(place).render(<Portal />)

/** Puts the person back where they were; when it fails, the page at this address says so. */
async function returnFromSignIn(): Promise<void> {
  const { finishSignIn } = await import('./sign-in.ts')
  const finished = await finishSignIn(new URL(location.href)).catch(() => undefined)
  if (!finished) return
  keepSession(finished.tokens)
  history.replaceState(null, '', finished.returnTo)
}

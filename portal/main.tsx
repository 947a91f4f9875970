import { createRoot } from 'react-dom/client'
import { Portal } from './Portal.tsx'
import { paths } from './paths.ts'
import { findSession, listenForSignOut, redirectToSignIn, storeSession } from './session.ts'
import { basePath, settings } from './settings.ts'

const PUBLIC_PATHS: readonly string[] = [paths.signedIn, paths.signedOut, paths.noSignIn]

const here = location.pathname.slice(basePath.length)
if (here === paths.signedIn) await returnFromSignIn()
else if (!PUBLIC_PATHS.includes(here) && !findSession()) await goToSignIn()

listenForSignOut(`${settings.portalUrl}${paths.signedOut}`)
const container = document.getElementById('portal')
if (container) createRoot(container).render(<Portal />)

/** The server may have no sign-in, or not answer: then a page says so. */
async function goToSignIn(): Promise<void> {
  await redirectToSignIn().catch(() =>
    history.replaceState(null, '', `${basePath}${paths.noSignIn}`),
  )
}

/** Puts the person back where they were; when it fails, the page at this address says so. */
async function returnFromSignIn(): Promise<void> {
  const { finishSignIn } = await import('./sign-in.ts')
  const finished = await finishSignIn(new URL(location.href)).catch(() => undefined)
  if (!finished) return
  storeSession(finished.tokens)
  history.replaceState(null, '', finished.returnTo)
}

import './first-pages.ts'
import { createRoot } from 'react-dom/client'
import { Portal } from './Portal.tsx'
import { paths } from './paths.ts'
import { router } from './routes.tsx'
import {
  findManagementToken,
  findSession,
  listenForSignOut,
  noteAttention,
  redirectToSignIn,
  storeSession,
} from './session.ts'
import { basePath, settings } from './settings.ts'

const PREPARE_AFTER_MS = 2000
const PUBLIC_PATHS: readonly string[] = [paths.signedIn, paths.signedOut, paths.noSignIn]

const here = location.pathname.slice(basePath.length)
if (here === paths.signedIn) await returnFromSignIn()
else if (!PUBLIC_PATHS.includes(here) && !findSession()) await goToSignIn()

for (const kind of ['click', 'keydown', 'visibilitychange'])
  addEventListener(kind, noteAttention, true)
listenForSignOut(`${settings.portalUrl}${paths.signedOut}`)
const container = document.getElementById('portal')
// Before the first rendering, so that it shows the page and not an empty frame.
await router.load()
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
  // The page comes first. A reload loses the refresh token, and a page of area B or C would begin with a redirect.
  setTimeout(findManagementToken, PREPARE_AFTER_MS)
  history.replaceState(null, '', finished.returnTo)
}

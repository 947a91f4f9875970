import { paths } from './paths.ts'
import { findSession } from './session.ts'
import { basePath } from './settings.ts'

/** Pages whose script comes beside that of the shell, not after it. */
const PAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.home]: () => import('./home/HomePage.tsx'),
  [paths.apps]: () => import('./areas/app-management/apps/AppsPage.tsx'),
}

const load = PAGES[location.pathname.slice(basePath.length)]
// The router asks for it again, and reports a failure. Without a session the browser leaves for the sign-in.
if (load && findSession()) load().catch(() => undefined)

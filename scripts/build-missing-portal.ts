/** For `npm run dev`: the portal is built once; after a change, `npm run build` builds it anew. */
import { existsSync } from 'node:fs'

if (!existsSync('dist/portal/index.html')) await import('./build-portal.ts')

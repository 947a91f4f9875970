/** What is read at run time and is not code. */
const isSource = import.meta.url.endsWith('.ts')

/** With `migrations` and `samples`: of the sources, or `dist` of the package, whose code is in `dist/bin`. */
const ROOT = new URL(isSource ? '../../' : '../', import.meta.url)

export const shippedFile = (path: string): URL => new URL(path, ROOT)

/** Built by `npm run build`. */
export const PORTAL_FOLDER = shippedFile(isSource ? 'dist/portal' : 'portal')

/** A program of its own. */
export const GUARD = shippedFile(isSource ? 'src/processes/dev/guard.ts' : 'bin/guard.js')

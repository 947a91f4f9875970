/** What is read at run time and is not code. */
const isSource = import.meta.url.endsWith('.ts')

/** The folder that has `migrations` and `samples`: the repository, or `dist` of the package. */
const ROOT = new URL(isSource ? '../../' : '../', import.meta.url)

export const shippedFile = (path: string): URL => new URL(path, ROOT)

/** Built by `npm run build`. */
export const PORTAL_FOLDER = shippedFile(isSource ? 'dist/portal' : 'portal')

/** A program of its own. */
export const GUARD = shippedFile(isSource ? 'src/processes/dev/guard.ts' : 'bin/guard.js')

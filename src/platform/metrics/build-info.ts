import { versions } from 'node:process'
import manifest from '../../../package.json' with { type: 'json' }

/** `gitHead` is in the manifest of a package, and not in that of the sources. */
const { version, gitHead = '' } = manifest as { version: string; gitHead?: string }

export const BUILD = { version, commit: gitHead, node: versions.node }

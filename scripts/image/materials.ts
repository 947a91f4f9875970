import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBase } from './base.ts'
import { prepareContext } from './context.ts'

/** What images are built from, each made once and when it is first needed. */
export type Materials = Readonly<{
  /** Everything is below it, and is removed with it. */
  folder: string
  /** The folder with Node, the program and the bundled PostgreSQL. */
  context: () => string
  /** The tarball of a minimal Debian. */
  base: () => string
}>

export async function withMaterials<T>(use: (materials: Materials) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-image-'))
  // The processes that are started in copies of the images are not root.
  chmodSync(folder, 0o755)
  try {
    const context = once(join(folder, 'context'), prepareContext)
    return await use({ folder, context, base: once(join(folder, 'base.tar'), makeBase) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function once(path: string, make: (path: string) => void): () => string {
  let isMade = false
  return () => {
    if (!isMade) make(path)
    isMade = true
    return path
  }
}

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type ImageConfig, openBuildah } from './buildah.ts'
import type { Materials } from './materials.ts'

export const TARGETS = ['binnacle', 'dev'] as const
export type Target = (typeof TARGETS)[number]

/** An image that was built, with a copy of its root file system. */
export type Image = Readonly<{ config: ImageConfig; root: string; bytes: number }>

/** Builds both images on a minimal Debian base. */
export function buildImages({ folder, context, base }: Materials): Record<Target, Image> {
  const buildah = openBuildah(folder)
  buildah.importBase(base())
  const build = (target: Target): Image => {
    const root = join(folder, target)
    buildah.build(target, context())
    buildah.exportRoot(target, root)
    return { config: buildah.readConfig(target), root, bytes: measure(root) }
  }
  return { binnacle: build('binnacle'), dev: build('dev') }
}

/** The sum of all files, each hard link once. */
const measure = (root: string) =>
  Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0])

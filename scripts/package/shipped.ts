import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that is installed with ours, or whose code is in our files. */
export type Shipped = Readonly<{
  name: string
  version: string
  license: string
  /** Where it is, if it is for every platform. */
  folder: string | undefined
  /** Where its code is, if it is not installed. */
  part: 'portal' | 'program' | undefined
}>

type Locked = Readonly<{ version: string; license?: string; dev?: true; os?: string[] }>

/** Written by the build of the portal: the folders of the packages in its files. */
export const PORTAL_PACKAGES = 'node_modules/.cache/portal-packages.json'
/** The same of the program. */
export const PROGRAM_PACKAGES = 'node_modules/.cache/program-packages.json'

const NODE_MODULES = 'node_modules/'

/** What npm installs with the package: everything in the lock file that is not for development only. */
export function listInstalled(): Shipped[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, { version, license = 'unknown', os }]) => ({
      name: nameOf(folder),
      version,
      license,
      // Others are not on this machine, so the list of texts would depend on where it is made.
      folder: os ? undefined : folder,
      part: undefined,
    }))
}

/** What the build of the portal put into its files. */
export const listInPortal = (): Shipped[] => listBundled(PORTAL_PACKAGES, 'portal')

/** What the program has in its files. */
export const listInProgram = (): Shipped[] => listBundled(PROGRAM_PACKAGES, 'program')

function listBundled(list: string, part: Shipped['part']): Shipped[] {
  const folders = JSON.parse(readFileSync(list, 'utf8')) as string[]
  return folders.map((folder) => {
    const { version, license = 'unknown' } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    return { name: nameOf(folder), version, license, folder, part }
  })
}

const nameOf = (folder: string) =>
  folder.slice(folder.lastIndexOf(NODE_MODULES) + NODE_MODULES.length)

/** The folders of the packages that these modules belong to, in order. */
export function listFolders(modules: Iterable<string>): string[] {
  const folders = new Set<string>()
  for (const module of modules) {
    const at = module.lastIndexOf(NODE_MODULES)
    if (at === -1) continue
    const [scope = '', name = ''] = module.slice(at + NODE_MODULES.length).split('/')
    const path = module.slice(module.indexOf(NODE_MODULES), at + NODE_MODULES.length)
    const folder = `${path}${scope.startsWith('@') ? `${scope}/${name}` : scope}`
    if (existsSync(join(folder, 'package.json'))) folders.add(folder)
  }
  return [...folders].sort()
}

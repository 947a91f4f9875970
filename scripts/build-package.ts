/**
 * Makes in `dist/` what is published: Node runs no TypeScript inside `node_modules`, so it is compiled.
 * The tree is that of the sources, so that every file finds its neighbours.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findRefused, toLicences } from './package/licences.ts'
import { makeSbom } from './package/sbom.ts'
import { listBundled, listInstalled } from './package/shipped.ts'

const DATA = ['migrations', 'samples']

for (const folder of ['bin', 'src', 'client', 'cli', ...DATA]) {
  rmSync(`dist/${folder}`, { recursive: true, force: true })
}
execFileSync('node', ['scripts/build-portal.ts'], { stdio: 'inherit' })
execFileSync('tsc', ['-p', 'scripts/package/tsconfig.package.json'], { stdio: 'inherit' })
// The only file that other programs import.
const TYPES =
  '--ignoreConfig --declaration --emitDeclarationOnly --outDir dist/bin --target es2024 --module nodenext --rewriteRelativeImportExtensions --types node --strict --exactOptionalPropertyTypes --skipLibCheck'
execFileSync('tsc', ['bin/emulator.ts', ...TYPES.split(' ')], { stdio: 'inherit' })
for (const folder of DATA) {
  // Without what an example has installed here.
  const filter = (path: string) => !path.includes('node_modules')
  cpSync(folder, `dist/${folder}`, { recursive: true, filter })
}
chmodSync('dist/bin/binnacle.js', 0o755)
recordCommit('dist/package.json')
describeShipped()

/** What is in the package and what is installed with it, and under which licences. */
function describeShipped(): void {
  const shipped = [...listInstalled(), ...listBundled()]
  const refused = findRefused(shipped)
  if (refused.length > 0) throw new Error(`licences that are not allowed: ${refused.join(', ')}`)
  writeFileSync('dist/sbom.cdx.json', makeSbom(shipped))
  writeFileSync('dist/licences.txt', toLicences(shipped))
}

/** The metric `binnacle_build_info` reports it. Given by whoever builds: not every copy of the sources has a history. */
function recordCommit(file: string): void {
  const gitHead = process.env.COMMIT
  if (!gitHead) return
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...manifest, gitHead }, null, 2)}\n`)
}

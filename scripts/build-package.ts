/** Makes in `dist/` what is published: Node runs no TypeScript inside `node_modules`. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { findRefused, toLicences } from './package/licences.ts'
import { buildProgram } from './package/program.ts'
import { makeSbom } from './package/sbom.ts'
import { listInPortal, listInProgram, listInstalled } from './package/shipped.ts'

execFileSync('node', ['scripts/build-portal.ts'], { stdio: 'inherit' })
await buildProgram(process.env.COMMIT)
// The only file that other programs import.
const TYPES =
  '--ignoreConfig --declaration --emitDeclarationOnly --outDir dist/bin --target es2024 --module nodenext --rewriteRelativeImportExtensions --types node --strict --exactOptionalPropertyTypes --skipLibCheck'
execFileSync('node_modules/typescript/bin/tsc', ['bin/emulator.ts', ...TYPES.split(' ')], {
  stdio: 'inherit',
})
describeShipped()

/** What is in the package and what is installed with it, and under which licences. */
function describeShipped(): void {
  const shipped = [...listInstalled(), ...listInProgram(), ...listInPortal()]
  const refused = findRefused(shipped)
  if (refused.length > 0) throw new Error(`licences that are not allowed: ${refused.join(', ')}`)
  writeFileSync('dist/sbom.cdx.json', makeSbom(shipped))
  writeFileSync('dist/licences.txt', toLicences(shipped))
}

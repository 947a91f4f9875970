import { execFileSync } from 'node:child_process'
import manifest from '../../package.json' with { type: 'json' }
import type { Shipped } from './shipped.ts'

type Component = { readonly 'bom-ref': string; name: string }
type Sbom = {
  serialNumber?: string
  metadata: { timestamp?: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * The components that ship, in the format CycloneDX. Without the time, the random number and the folder, so that
 * two builds give the same bytes.
 */
export function makeSbom(shipped: readonly Shipped[]): string {
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const sbom = listLocked()
  delete sbom.serialNumber
  delete sbom.metadata.timestamp
  const { component } = sbom.metadata
  // npm takes the name of the folder.
  component.name = manifest.name
  sbom.components = sbom.components.filter((each) => refs.has(each['bom-ref']))
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => ref === component['bom-ref'] || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  const listed = new Set(sbom.components.map((each) => each['bom-ref']))
  const missing = [...refs].filter((ref) => !listed.has(ref))
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}`)
  return `${JSON.stringify(sbom, undefined, 2)}\n`
}

/** Everything in the lock file: with `--omit dev`, npm 11 also leaves out what both parts need, such as pg. */
function listLocked(): Sbom {
  const args = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const text = execFileSync('npm', ['sbom', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(text)
}

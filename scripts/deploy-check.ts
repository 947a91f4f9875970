/**
 * What needs further Debian packages: the files under deploy/, the images, proxies, units, rules and the
 * cluster that they describe, and the clients in Python.
 * npm run deploy-check -- image proxies   Only these parts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import type { PROOFS } from '../proof/proofs.ts'
import { installDebianPackages } from './debian-packages.ts'
import { checkImages } from './deploy-check/image.ts'
import { checkProxies } from './deploy-check/proxies/check.ts'
import { checkUnits } from './deploy-check/units/check.ts'
import { type Materials, withMaterials } from './image/materials.ts'
import { buildStaleProgram } from './package/program.ts'

/** Programs, and the packages that have them. */
const PACKAGES = {
  buildah: 'buildah',
  bwrap: 'bubblewrap',
  caddy: 'caddy',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  mmdebstrap: 'mmdebstrap',
  nginx: 'nginx-core',
  patroni: 'patroni',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
}
const LIBRARIES = ['python3-seccomp']
/** What is checked by the tool of Prometheus. */
const PROMTOOL: readonly [file: string, args: readonly string[]][] = [
  ['deploy/prometheus/prometheus.yml', ['check', 'config']],
  ['deploy/prometheus/binnacle.rules.yml', ['check', 'rules']],
  ['deploy/prometheus/binnacle.rules.test.yml', ['test', 'rules']],
]
/** Suites of clients that Debian packages. */
const FROM_DEBIAN = ['python', 'az']
const MAX_PROOF_MS = 10 * 60 * 1000

const PARTS: Readonly<Record<string, (materials: Materials) => string[] | Promise<string[]>>> = {
  syntax: () => listFiles().flatMap(checkSyntax),
  rules: () => PROMTOOL.flatMap(([file, args]) => run(file, 'promtool', [...args, file])),
  units: checkUnits,
  image: checkImages,
  proxies: checkProxies,
  clients: () => FROM_DEBIAN.flatMap(runClient),
  // The proof of the alerts takes longer, so the nightly run has it by itself.
  failover: () => prove('failover'),
}

installPackages()
await buildStaleProgram()
const chosen = process.argv.slice(2)
const names = chosen.length > 0 ? chosen : Object.keys(PARTS)
const faults = await withMaterials(async (materials) => {
  const found: string[] = []
  for (const name of names) found.push(...(await runPart(name, materials)))
  return found
})
for (const fault of faults) console.error(fault)
console.log(`${faults.length === 0 ? 'PASS' : 'FAIL'} deploy-check of ${names.join(', ')}`)
if (faults.length > 0) process.exitCode = 1

async function runPart(name: string, materials: Materials): Promise<string[]> {
  const startedAt = performance.now()
  const part = PARTS[name]
  if (!part) throw new Error(`There is no part ${name}, only ${Object.keys(PARTS).join(', ')}`)
  const faults = await part(materials)
  console.log(`--- ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return faults
}

/** A program that was installed in another way is used as it is. */
function installPackages(): void {
  const missing = Object.entries(PACKAGES)
    .filter(([program]) => spawnSync('which', [program]).status !== 0)
    .map(([, name]) => name)
  installDebianPackages([...missing, ...LIBRARIES])
}

function listFiles(): string[] {
  return globSync('deploy/**/*').filter((path) => statSync(path).isFile())
}

function checkSyntax(file: string): string[] {
  if (file.endsWith('haproxy.cfg')) {
    const settings = join(dirname(file), 'haproxy.env')
    const env = existsSync(settings) ? parseEnv(readFileSync(settings, 'utf8')) : {}
    return run(file, 'haproxy', ['-c', '-f', file], env)
  }
  const isShell = /\.(sh|env)$/.test(file) || /^#!.*\b(ba)?sh\b/.test(readFileSync(file, 'utf8'))
  return isShell ? run(file, 'bash', ['-n', file]) : []
}

function run(
  file: string,
  program: string,
  args: readonly string[],
  env: NodeJS.Dict<string> = {},
) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  console.log(`${file}: ${program} ${status === 0 ? 'accepts it' : 'refuses it'}`)
  return status === 0 ? [] : [`${file}:\n${stdout}${stderr}`]
}

function runClient(name: string): string[] {
  const options = { stdio: 'inherit', timeout: MAX_PROOF_MS } as const
  const { status } = spawnSync('npm', ['run', '-s', 'conformance', '--', name], options)
  return status === 0 ? [] : [`npm run conformance -- ${name} failed.`]
}

function prove(name: keyof typeof PROOFS): string[] {
  const options = { stdio: 'inherit', timeout: MAX_PROOF_MS } as const
  const { status } = spawnSync('npm', ['run', '-s', 'proof', '--', name], options)
  return status === 0 ? [] : [`The proof ${name} failed.`]
}

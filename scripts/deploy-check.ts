/**
 * What needs further Debian packages: the files under deploy/, the cluster that they describe, and the
 * clients in Python.
 * npm run deploy-check [-- --if-changed] With it, only if a file differs from those that passed in nightly.md.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { LOSS } from '../proof/ledger.ts'
import { PROOFS } from '../proof/proofs.ts'
import { installDebianPackages } from './debian-packages.ts'
import { digestFiles, hasPassed, listFiles, passLine } from './deploy-check/changes.ts'

/** Programs, and the packages that have them. */
const PACKAGES = { etcd: 'etcd-server', haproxy: 'haproxy', patroni: 'patroni' }
/** Suites of clients that Debian packages. */
const FROM_DEBIAN = ['python', 'az']
const MAX_PROOF_MS = 10 * 60 * 1000

const files = listFiles(['deploy/**/*'])
const digest = digestFiles()
if (files.length === 0) {
  console.log('Skipped: there are no files under deploy/.')
} else if (process.argv.includes('--if-changed') && hasPassed(digest)) {
  console.log('Skipped: no file has changed since the check passed, see nightly.md.')
} else {
  installPackages()
  const faults = [
    ...files.flatMap(checkSyntax),
    ...FROM_DEBIAN.flatMap(runClient),
    ...proveFailover(),
  ]
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? passLine(digest) : 'FAIL deploy-check')
  if (faults.length > 0) process.exitCode = 1
}

/** A program that was installed in another way is used as it is. */
function installPackages(): void {
  const missing = Object.entries(PACKAGES)
    .filter(([program]) => spawnSync('which', [program]).status !== 0)
    .map(([, name]) => name)
  installDebianPackages(missing)
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

function run(file: string, program: string, args: string[], env: NodeJS.Dict<string> = {}) {
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

/** Twice if need be: a neighbour that takes the processor can fail it once. What was lost is not tried again. */
function proveFailover(): string[] {
  if (!('failover' in PROOFS)) return []
  const options = { stdio: 'inherit', timeout: MAX_PROOF_MS } as const
  const prove = () => spawnSync('npm', ['run', '-s', 'proof', '--', 'failover'], options).status
  const first = prove()
  const status = first === 0 || first === LOSS ? first : prove()
  return status === 0 ? [] : ['The proof failover failed.']
}

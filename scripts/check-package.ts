/**
 * Packs, installs the tarball in an empty folder and uses it as a stranger would: what is in it, and whether the
 * suites that are named work with it. With --long: whether a second build has the same bytes, and how long
 * `npx binnacle dev` takes to its first answer.
 * npm run check:package [-- --long] [-- black-box appcenter resourcehealth quota monitor emulator oauth]
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '../src/processes/dev/free-port.ts'
import { installClientPackages } from './client-packages.ts'
import { pack, packCopy } from './package/pack.ts'

/** Of this, the program is about 1,400 kB, with its source maps 3,100, and the portal, whose files are there twice (with Brotli), 800. */
const LARGEST_KB = 4200
const COLD_MS = 8000
const WARM_MS = 4000
const WARM_STARTS = 3
const NEEDED = [
  'dist/bin/binnacle.js',
  'dist/bin/emulator.js',
  'dist/bin/emulator.d.ts',
  'dist/bin/binnacle.js.map',
  'dist/bin/guard.js',
  'dist/migrations/0001-owners.sql',
  'dist/samples/catalogue/starter.json',
  'dist/samples/examples/alert-receiver/receiver.js',
  'dist/samples/examples/health-alerts/alerts.js',
  'dist/samples/scenarios/regional-outage.yaml',
  'dist/samples/schemas/seed.json',
  'dist/samples/seeds/sample.yaml',
  'dist/portal/index.html',
  'dist/sbom.cdx.json',
  'dist/licences.txt',
  'package.json',
  'README.md',
  'LICENSE',
]
const WANTED =
  /^(dist\/(bin|migrations|samples|portal)\/|dist\/(sbom\.cdx\.json|licences\.txt)$|(package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/
const UNWANTED = /(?<!dist\/bin\/\w+\.d)\.(ts|tsx)$|(^|\/)\./

const { positionals: suites, values } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
})
const folder = mkdtempSync(join(tmpdir(), 'binnacle-package-'))
// PostgreSQL runs as somebody else when we are root, and has to get in.
chmodSync(folder, 0o755)
try {
  const { tarball, integrity } = checkTarball()
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, tarball], { cwd: folder, stdio: 'inherit' })
  checkProvider()
  if (values.long) await checkLong(integrity)
  if (suites.length > 0) await runSuites()
  console.log(`${process.exitCode ? 'FAIL' : 'PASS'} package`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checkTarball() {
  const packed = pack(folder)
  const paths = packed.files.map(({ path }) => path)
  const missing = NEEDED.filter((path) => !paths.includes(path))
  const surplus = paths.filter((path) => !WANTED.test(path) || UNWANTED.test(path))
  console.log(`package: ${paths.length} files, ${Math.round(packed.size / 1000)} kB packed`)
  if (missing.length > 0) fail(`not in the package: ${missing.join(', ')}`)
  if (surplus.length > 0) fail(`in the package for nothing: ${surplus.slice(0, 10).join(', ')}`)
  judge('size in kB', packed.size / 1000, LARGEST_KB)
  return { tarball: join(folder, packed.filename), integrity: packed.integrity }
}

/** Two copies of the provider would each have half of what we change in it. */
function checkProvider(): void {
  const program = join(folder, 'node_modules/binnacle/dist/bin')
  const copies = globSync(`${program}/*.map`).flatMap((file) =>
    (JSON.parse(readFileSync(file, 'utf8')).sources as string[]).filter((source) =>
      source.endsWith('oidc-provider/lib/provider.js'),
    ),
  )
  if (copies.length !== 1) fail(`oidc-provider is ${copies.length} times in the program`)
  const installed = globSync(`${folder}/node_modules/**/oidc-provider/package.json`)
  if (installed.length > 0) fail(`oidc-provider is installed beside the program: ${installed}`)
  console.log('oidc-provider is in the program once')
}

async function checkLong(integrity: string): Promise<void> {
  if (packCopy().integrity !== integrity) fail('two builds give different bytes')
  console.log('two builds give the same bytes')
  judge('cold start in ms', await timeFirstAnswer(), COLD_MS)
  const warm: number[] = []
  for (let starts = 0; starts < WARM_STARTS; starts++) warm.push(await timeFirstAnswer())
  judge(`warm start in ms, the best of ${WARM_STARTS}`, Math.min(...warm), WARM_MS)
}

/** From the command to the first request that is answered. */
async function timeFirstAnswer(): Promise<number> {
  const [port, tlsPort] = [await findFreePort(), await findFreePort()]
  const startedAt = performance.now()
  const args = ['binnacle', 'dev', '--port', String(port), '--tls-port', String(tlsPort)]
  const child = spawn('npx', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  try {
    while (!(await isUp(port))) {
      if (child.exitCode !== null) fail('it ended before it answered')
      if (performance.now() - startedAt > 60_000) fail('it did not respond within a minute')
      await delay(10)
    }
    return performance.now() - startedAt
  } finally {
    // The whole group, as Ctrl-C does.
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
  }
}

async function isUp(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    // Nobody listens yet.
    return false
  }
}

/** Two at a time, because much of each is waiting. */
async function runSuites(): Promise<void> {
  installClientPackages()
  const waiting = [...suites]
  const failed: string[] = []
  const work = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      if (!(await runSuite(suite))) failed.push(suite)
    }
  }
  await Promise.all([work(), work()])
  if (failed.length > 0) fail(`${failed.join(', ')}: does not work with the package`)
}

/** What it prints follows when it has ended, so that two suites do not mix their lines. */
async function runSuite(suite: string): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '-s', 'conformance', '--', suite], {
    env: { ...process.env, EMULATOR: join(folder, 'node_modules/binnacle/dist/bin/binnacle.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], ...printed] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    buffer(child.stdout),
    buffer(child.stderr),
  ])
  for (const text of printed) process.stdout.write(text)
  console.log(`${suite}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return status === 0
}

function judge(name: string, figure: number, aim: number): void {
  console.log(`${name}: ${Math.round(figure)} (aim: at most ${aim})`)
  if (figure > aim) process.exitCode = 1
}

function fail(message: string): never {
  throw new Error(message)
}

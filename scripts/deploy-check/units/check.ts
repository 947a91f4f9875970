import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { findFreePort } from '../../../src/processes/dev/free-port.ts'
import type { Materials } from '../../image/materials.ts'
import {
  readStatus,
  runSandboxed,
  type Sandbox,
  type Sandboxed,
  startSandboxed,
  waitForResponse,
  withEmptyDatabase,
  withSecret,
} from '../sandbox.ts'
import { compileSystemCalls } from './system-calls.ts'
import { credentialsOf, environmentOf, oneValueOf, readUnit, type Unit, valuesOf } from './unit.ts'

/** Of systemd-analyze security: 0 is no exposure, 10 is most. What is left is explained in the guide. */
const MOST_EXPOSED = 1.5
/** The first that systemd gives to a DynamicUser. */
const USER = 61_184

/** Analyses each unit, and starts its command as systemd would, as far as that is possible without systemd. */
export async function checkUnits(materials: Materials): Promise<string[]> {
  const units = globSync('deploy/systemd/*.service').sort().map(readUnit)
  const root = makeHost(materials)
  const faults = units.flatMap((unit) => [...checkExposure(unit), ...verify(unit, root)])
  const unitOf = (name: string) => {
    const unit = units.find((candidate) => candidate.name === `binnacle-${name}.service`)
    if (!unit) throw new Error(`no unit for ${name}`)
    return unit
  }
  const started = await withSecret(USER, (secret) =>
    withEmptyDatabase((database) => startUnits(unitOf, { root, secret, database })),
  )
  return [...faults, ...started]
}

/** A machine on which the guide was followed: Debian, Node and the package in /opt/binnacle. */
function makeHost({ folder, context, base }: Materials): string {
  const root = join(folder, 'host')
  mkdirSync(join(root, 'opt/binnacle/node_modules'), { recursive: true })
  execFileSync('tar', ['-xf', base(), '-C', root])
  cpSync(join(context(), 'node'), join(root, 'usr/bin/node'))
  cpSync(join(context(), 'binnacle'), join(root, 'opt/binnacle/node_modules/binnacle'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const mounted of ['run', 'data', 'proc', 'dev', 'tmp']) {
    mkdirSync(join(root, mounted), { recursive: true })
  }
  return root
}

function checkExposure({ name, file }: Unit): string[] {
  const args = ['security', '--offline=true', '--no-pager', file]
  const { stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  const figure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
  console.log(`${name}: exposure ${figure} (at most ${MOST_EXPOSED})`)
  return figure <= MOST_EXPOSED ? [] : [`${name}: exposure ${figure}\n${stdout}${stderr}`]
}

/** Unknown settings, and programs that do not exist on that machine. */
function verify({ name, file }: Unit, root: string): string[] {
  const units = join(root, 'etc/systemd/system')
  mkdirSync(units, { recursive: true })
  cpSync(file, join(units, name))
  const args = ['verify', `--root=${root}`, '--recursive-errors=no', '--man=no', name]
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  const printed = `${stdout}${stderr}`.trim()
  console.log(`${name}: systemd-analyze verify ${status === 0 ? 'accepts it' : 'refuses it'}`)
  return status === 0 && printed === '' ? [] : [`${name}:\n${printed}`]
}

type Host = Readonly<{ root: string; secret: string; database: string }>

async function startUnits(unitOf: (name: string) => Unit, host: Host): Promise<string[]> {
  const [PORT, metricsPort] = [String(await findFreePort()), String(await findFreePort())]
  const ports = { PORT, METRICS_ADDRESS: `127.0.0.1:${metricsPort}`, DRAIN_SECONDS: '0' }
  const migrated = await runSandboxed(toSandbox(unitOf('migrate'), host, ports))
  if (migrated.code !== 0) return [`binnacle-migrate: ${migrated.code} ${migrated.output}`]
  console.log('binnacle-migrate.service: its command ended with 0')
  const urls = {
    serve: `http://127.0.0.1:${PORT}/readyz`,
    work: `http://127.0.0.1:${metricsPort}/metrics`,
  }
  const faults: string[] = []
  for (const [name, url] of Object.entries(urls)) {
    const unit = unitOf(name)
    const running = await startSandboxed(toSandbox(unit, host, ports))
    await waitForResponse(url, running)
    // 2: with a filter.
    const isFiltered = readStatus(running.pid, 'Seccomp') === '2'
    if (!isFiltered) faults.push(`${unit.name}: its system calls are not filtered`)
    faults.push(...(await stop(unit, running)))
  }
  return faults
}

async function stop({ name }: Unit, running: Sandboxed): Promise<string[]> {
  const { code, output } = await running.stop()
  console.log(`${name}: its command responded, and ended with ${code}`)
  return code === 0 ? [] : [`${name}: ended with ${code}: ${output.slice(-2000)}`]
}

/** The command, settings, credentials and system calls of the unit. */
function toSandbox(
  unit: Unit,
  { root, secret, database }: Host,
  ports: Record<string, string>,
): Sandbox {
  const settings = readSettings(unit)
  const systemCalls = `${root}-${unit.name}.bpf`
  const calls = compileSystemCalls(unit, systemCalls)
  console.log(
    `${unit.name}: started with ${calls} system calls and the settings ${Object.keys(settings).join(', ')}`,
  )
  const folder = credentialsOf(unit)
  const credentials = valuesOf(unit, 'LoadCredential').map((value) => value.split(':')[0])
  return {
    root,
    user: USER,
    systemCalls,
    command: oneValueOf(unit, 'ExecStart').split(' '),
    env: {
      PATH: '/usr/bin:/bin',
      ...environmentOf(unit),
      ...settings,
      ...ports,
      DATABASE_URL: database,
      ...(credentials.length > 0 && { CREDENTIALS_DIRECTORY: folder }),
    },
    reads: Object.fromEntries(credentials.map((name) => [`${folder}/${name}`, secret])),
  }
}

/** The sample of the file that EnvironmentFile= names. */
const readSettings = (unit: Unit) =>
  parseEnv(
    readFileSync(`deploy/systemd/${basename(oneValueOf(unit, 'EnvironmentFile'))}`, 'utf8'),
  ) as Record<string, string>

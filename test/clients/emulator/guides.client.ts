import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../support/processes/emulator.ts'
import { blocksOf, linkPackage, runCommands } from '../../support/processes/guide.ts'
import { providePackage, writeTestFile } from './in-a-folder.ts'

const CLIENTS = 'test/clients/packages/node_modules'
const { EMULATOR } = process.env

let emulator: Emulator
const folder = mkdtempSync(join(tmpdir(), 'binnacle-guides-'))
beforeAll(async () => {
  // What this machine trusts already, it may need to install the example.
  const { NODE_EXTRA_CA_CERTS } = process.env
  const env = NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {}
  emulator = await startEmulator([], { env, ...(EMULATOR && { bin: EMULATOR }) })
}, 240_000)
afterAll(async () => {
  await emulator.stop()
  rmSync(folder, { recursive: true })
})

/** Where this machine installs from, which a home folder of its own would hide. */
function installing(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name))
  const userconfig = join(homedir(), '.npmrc')
  return {
    npm_config_userconfig: userconfig,
    ...(Object.fromEntries(given) as Record<string, string>),
  }
}

test.each([
  'test-health-automation',
  'test-alerting',
  'test-quota-automation',
  'old-scripts',
  'emulator',
  'rehearse',
])(
  'the commands of docs/guides/%s.md show what it says, in an empty folder, with the settings that were printed',
  (name) => {
    const guide = readFileSync(`docs/guides/${name}.md`, 'utf8')
    const cwd = join(folder, name)
    mkdirSync(cwd)
    const run = (commands: readonly string[], env: Record<string, string>) => {
      const { stdout, stderr, status } = runCommands(commands, { cwd, timeout: 290_000, env })
      expect(status, `${stdout}\n${stderr}`).toBe(0)
      return stdout
    }
    // What it installs. Where this machine installs from is its own affair.
    const given = { ...(process.env as Record<string, string>), ...emulator.settings }
    const installed = run(blocksOf(guide, 'bash'), given)
    if (name === 'old-scripts') expect(installed).toContain('version 3.0.4')
    for (const program of [...blocksOf(guide, 'js'), ...blocksOf(guide, 'mjs')]) {
      writeFileSync(join(cwd, /^\/\/ (\S+)/.exec(program)?.[1] ?? ''), program)
    }
    providePackage(cwd)
    const stdout = run(blocksOf(guide, 'sh'), {
      ...installing(),
      PATH: `${resolve(CLIENTS, '.bin')}:${process.env.PATH}`,
      HOME: cwd,
      ...emulator.settings,
    })
    const promised = blocksOf(guide, 'text').flatMap((block) => block.trimEnd().split('\n'))
    expect(promised.length).toBeGreaterThan(0)
    for (const line of promised) expect(stdout).toContain(line)
  },
  600_000,
)

test.each([
  ['incident.test.mjs', ['npx', 'vitest', 'run', 'incident.test.mjs']],
  ['incident.node.mjs', ['node', '--test', 'incident.node.mjs']],
])(
  '%s of the guide sees an incident with the published client, with no variable set',
  (name, [command = '', ...args]) => {
    const cwd = join(folder, name)
    mkdirSync(cwd)
    writeTestFile('js', name, cwd)
    providePackage(cwd)
    for (const client of ['@azure/identity', '@azure/arm-resourcehealth'])
      linkPackage(client, join(CLIENTS, client), cwd)
    linkPackage('vitest', 'node_modules/vitest', cwd)
    symlinkSync(resolve('node_modules/vitest/vitest.mjs'), join(cwd, 'node_modules/.bin/vitest'))
    const path = `${dirname(process.execPath)}:${process.env.PATH}`
    const { stdout, stderr, status } = spawnSync(command, args, {
      cwd,
      encoding: 'utf8',
      timeout: 170_000,
      env: { PATH: path, HOME: cwd, NODE_ENV: '' },
    })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
    expect(stdout).toContain('a client sees an incident')
  },
)

test('from `binnacle dev` to a received alert, the guide needs at most six commands', () => {
  const guide = readFileSync('docs/guides/test-alerting.md', 'utf8')
  const untilAlert = guide.slice(0, guide.indexOf('```text'))
  const commands = blocksOf(untilAlert, 'sh').map((block) =>
    block.replaceAll('\\\n', ' ').trim().split('\n'),
  )
  for (const lines of commands) expect(lines).toHaveLength(1)
  expect(commands.length + 1).toBe(6)
})

test('the example runs with the one command of its README', () => {
  const example = join(folder, 'example')
  cpSync('samples/examples/health-alerts', example, { recursive: true })
  const [command = ''] = blocksOf(readFileSync(join(example, 'README.md'), 'utf8'), 'sh')
  const { stdout, stderr, status } = spawnSync('bash', ['-ec', command], {
    cwd: example,
    encoding: 'utf8',
    timeout: 290_000,
    env: { ...process.env, ...emulator.settings },
  })
  expect(status, `${stdout}\n${stderr}`).toBe(0)
  expect(stdout).toContain('Active: Slow writes to blob storage')
}, 300_000)

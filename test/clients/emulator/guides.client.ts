import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../support/processes/emulator.ts'
import { blocksOf, linkPackage, runCommands } from '../../support/processes/guide.ts'
import { BIN } from './start.ts'

const CLIENTS = 'test/clients/packages/node_modules'
/** Where a client of these guides is kept. */
const PACKAGES = {
  '@azure/arm-resourcehealth': '@azure/arm-resourcehealth',
  '@azure/arm-reservations': 'arm-reservations-10',
  '@azure/identity': '@azure/identity',
} as const

let emulator: Emulator
const folder = mkdtempSync(join(tmpdir(), 'binnacle-guides-'))
beforeAll(async () => {
  // What this machine trusts already, it may need to install the example.
  const { EMULATOR, NODE_EXTRA_CA_CERTS } = process.env
  const env = NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {}
  emulator = await startEmulator([], { env, ...(EMULATOR && { bin: EMULATOR }) })
  cpSync('examples/health-alerts/alerts.js', join(folder, 'alerts.js'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  for (const [name, kept] of Object.entries(PACKAGES)) {
    linkPackage(name, `${CLIENTS}/${kept}`, folder)
  }
  providePackage(EMULATOR)
}, 240_000)
afterAll(async () => {
  await emulator.stop()
  rmSync(folder, { recursive: true })
})

/** As if it had been installed there: from the tarball, or from the sources. */
function providePackage(bin: string | undefined): void {
  const commands = join(folder, 'node_modules/.bin')
  mkdirSync(commands, { recursive: true })
  const program = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`
  writeFileSync(join(commands, 'binnacle'), program, { mode: 0o755 })
  if (bin) {
    linkPackage('binnacle', join(dirname(bin), '../..'), folder)
    return
  }
  const at = join(folder, 'node_modules/binnacle')
  mkdirSync(at, { recursive: true })
  writeFileSync(
    join(at, 'package.json'),
    '{"type": "module", "exports": {"./emulator": "./emulator.js"}}',
  )
  writeFileSync(
    join(at, 'emulator.js'),
    `export * from ${JSON.stringify(resolve('bin/emulator.ts'))}\n`,
  )
}

test.each([
  'test-health-automation',
  'test-quota-automation',
  'old-scripts',
  'emulator',
  'rehearse',
])(
  'the commands of docs/guides/%s.md show what it says, with the settings that were printed',
  (name) => {
    const guide = readFileSync(`docs/guides/${name}.md`, 'utf8')
    for (const program of [...blocksOf(guide, 'js'), ...blocksOf(guide, 'mjs')]) {
      writeFileSync(join(folder, /^\/\/ (\S+)/.exec(program)?.[1] ?? ''), program)
    }
    const { stdout, stderr, status } = runCommands(blocksOf(guide, 'sh'), {
      cwd: folder,
      timeout: 290_000,
      env: {
        PATH: `${resolve(CLIENTS, '.bin')}:${process.env.PATH}`,
        HOME: folder,
        ...emulator.settings,
      },
    })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
    const promised = blocksOf(guide, 'text').flatMap((block) => block.trimEnd().split('\n'))
    expect(promised.length).toBeGreaterThan(0)
    for (const line of promised) expect(stdout).toContain(line)
  },
  300_000,
)

test('docs/guides/old-scripts.md: the published client is installed in an empty folder', () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const guide = readFileSync('docs/guides/old-scripts.md', 'utf8')
  const { stdout, stderr, status } = runCommands(blocksOf(guide, 'bash'), {
    cwd: empty,
    timeout: 290_000,
    // Where this machine installs from is its own affair.
    env: { ...(process.env as Record<string, string>), ...emulator.settings },
  })
  expect(status, `${stdout}\n${stderr}`).toBe(0)
  expect(stdout).toContain('version 3.0.4')
}, 300_000)

test('the example runs with the one command of its README', () => {
  const example = join(folder, 'example')
  cpSync('examples/health-alerts', example, { recursive: true })
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

import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import {
  environmentOf,
  oneValueOf,
  readUnit,
  valuesOf,
} from '../../scripts/deploy-check/units/unit.ts'
import { readConfig } from '../../src/settings.ts'
import { blocksOf, runCommands } from '../support/processes/guide.ts'

const FOLDER = 'deploy/systemd'
const GUIDE = readFileSync('docs/guides/install.md', 'utf8')
const units = globSync(`${FOLDER}/*.service`).sort().map(readUnit)
const HARDENING = ['NoNewPrivileges', 'ProtectSystem', 'CapabilityBoundingSet', 'SystemCallFilter']

test('the units start the three processes', () => {
  expect(units.map((unit) => oneValueOf(unit, 'ExecStart').split(' ').at(-1))).toEqual([
    'migrate',
    'serve',
    'work',
  ])
})

test('all units are confined in the same way', () => {
  const [first, ...others] = units.map((unit) => HARDENING.map((key) => valuesOf(unit, key)))
  expect(first?.flat()).toContain('strict')
  for (const other of others) expect(other).toEqual(first)
})

test.each(units)('the settings of $name are valid, and its key is a credential', (unit) => {
  const file = join(FOLDER, basename(oneValueOf(unit, 'EnvironmentFile')))
  const settings = { ...environmentOf(unit), ...parseEnv(readFileSync(file, 'utf8')) }
  expect(readConfig(settings).databaseUrl).toMatch(/^postgres:/)
  if (unit.name === 'binnacle-migrate.service') return
  expect(valuesOf(unit, 'LoadCredential')).toEqual(['secret.key:/etc/binnacle/secret.key'])
  expect(settings.SECRET_KEY_FILE).toBe(`/run/credentials/${unit.name}/secret.key`)
})

test('the commands of the guide install each file where the units expect it', () => {
  const root = mkdtempSync(join(tmpdir(), 'binnacle-install-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const cwd = join(root, 'systemd')
  cpSync(FOLDER, cwd, { recursive: true })
  writeFileSync(join(cwd, 'secret.key'), '')
  const commands = blocksOf(GUIDE, 'sh')
    .filter((block) => block.startsWith('install '))
    .map((block) => block.replaceAll(' /', ` ${root}/`))
  const { status, stderr } = runCommands(commands, { cwd, timeout: 60_000, env: {} })
  expect(status, stderr).toBe(0)
  for (const unit of units) {
    const installed = join(root, 'etc/systemd/system', unit.name)
    expect(readFileSync(installed, 'utf8')).toBe(readFileSync(unit.file, 'utf8'))
    const settings = join(root, oneValueOf(unit, 'EnvironmentFile'))
    expect(statSync(settings).mode & 0o777, settings).toBe(0o600)
  }
  expect(statSync(join(root, 'etc/binnacle/secret.key')).mode & 0o777).toBe(0o600)
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blocksOf, runCommands } from '../support/processes/guide.ts'

const FOLDER = 'deploy/cluster'
const GUIDE = readFileSync('docs/guides/high-availability.md', 'utf8')
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

test('the commands of the guide install each file where the table says', () => {
  const root = mkdtempSync(join(tmpdir(), 'binnacle-install-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const commands = blocksOf(GUIDE, 'sh')
    .filter((block) => block.startsWith('install '))
    .map((block) => block.replaceAll(' /', ` ${root}/`))
  const { status, stderr } = runCommands(commands, { cwd: FOLDER, timeout: 60_000, env: {} })
  expect(status, stderr).toBe(0)

  const rows = [...GUIDE.matchAll(/^\| `([^`,]+)` \| `(\/[^`]+)`(?:, mode (\d+))? \|/gm)]
  expect(rows).toHaveLength(readdirSync(FOLDER).filter((file) => !file.endsWith('.sql')).length)
  for (const [, file = '', path = '', mode] of rows) {
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(read(file))
    if (mode) expect(statSync(join(root, path)).mode & 0o777, path).toBe(Number.parseInt(mode, 8))
  }
  expect(statSync(join(root, '/usr/local/sbin/run-patroni')).mode & 0o777).toBe(0o755)
})

test('PostgreSQL admits every address of the files and of the guide', () => {
  const networks = [...read('patroni.yml').matchAll(/- host \w+ \w+ (\S+)\/(\d+) scram-sha-256/g)]
  expect(networks).toHaveLength(2)
  const texts = [GUIDE, ...['etcd.env', 'patroni.env', 'haproxy.env'].map(read)]
  const addresses = texts.flatMap((text) => text.match(/\b\d+\.\d+\.\d+\.\d+\b(?!\/)/g) ?? [])
  const remote = addresses.filter((address) => !address.startsWith('127.'))
  expect(remote.length).toBeGreaterThan(0)
  for (const [, network = '', prefix] of networks) {
    const admitted = new BlockList()
    admitted.addSubnet(network, Number(prefix))
    expect(remote.filter((address) => !admitted.check(address))).toEqual([])
  }
})

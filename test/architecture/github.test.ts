import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { findReleaseProblems } from '../../scripts/release/problems.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const FILES = globSync('.github/**/*.yml')
const WORKFLOWS = FILES.filter((file) => file.startsWith('.github/workflows/'))

type Step = Readonly<{ uses?: string; run?: string }>
type Container = Readonly<{ image: string; options?: string }>
type Workflow = Readonly<{
  permissions: unknown
  jobs: Readonly<
    Record<string, Readonly<{ container?: Container; 'timeout-minutes': number; steps: Step[] }>>
  >
}>
const readWorkflow = (file: string) => parse(read(file)) as Workflow
const stepsOf = (file: string) => Object.values(readWorkflow(file).jobs).flatMap((job) => job.steps)

test('each file is valid YAML', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(7)
  for (const file of FILES) expect(parse(read(file)), file).toBeTypeOf('object')
})

test.each(WORKFLOWS)('%s: has few rights, ends by itself, and pins what it uses', (file) => {
  const { permissions, jobs } = readWorkflow(file)
  expect(permissions).toEqual({ contents: 'read' })
  for (const job of Object.values(jobs)) {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    if (job.container) expect(job.container.image).toMatch(/^node:\d+\.\d+\.\d+-bookworm$/)
  }
  const used = read(file).match(/uses: .*/g) ?? []
  expect(used).toHaveLength(stepsOf(file).filter(({ uses }) => uses).length)
  for (const line of used) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test.each(WORKFLOWS)('%s: the files, npm scripts and Node that it names exist', (file) => {
  const commands = stepsOf(file).flatMap(({ run }) => run ?? [])
  for (const command of commands) {
    const [, script] = /\bnpm run (?:-s )?([\w:-]+)/.exec(command) ?? []
    if (script) expect(manifest.scripts).toHaveProperty(script)
    const [, path] = /(?:^|node )([\w.]+\/[\w./-]+)/.exec(command) ?? []
    if (path) expect(existsSync(path), path).toBe(true)
  }
  for (const [, version] of read(file).matchAll(/(?:node:|node-version: )(\d+\.\d+)/g)) {
    expect(manifest.engines.node).toBe(`>=${version}`)
  }
})

test('the gate runs .ci/run, which can be executed', () => {
  expect(stepsOf('.github/workflows/gate.yml').at(-1)).toEqual({ run: '.ci/run' })
  accessSync('.ci/run', constants.X_OK)
})

test('a release is checked before it is published, with provenance and its dependencies', () => {
  const commands = stepsOf('.github/workflows/release.yml').map(({ run = '' }) => run)
  const at = (start: string) => commands.findIndex((command) => command.startsWith(start))
  expect(at('node scripts/check-release.ts')).toBeGreaterThan(0)
  expect(at('npm publish --provenance')).toBeGreaterThan(at('node scripts/check-release.ts'))
  expect(at('npm publish')).toBeGreaterThan(at('npm sbom'))
  expect(commands[at('gh release create')]).toContain('binnacle.cdx.json')
})

describe('a release', () => {
  const repository = 'harbour/binnacle'
  const url = `git+https://github.com/${repository}.git`
  const release = {
    ...{ tag: 'v1.2.3', repository, changelog: '# Changelog\n\n## 1.2.3, 2027-01-02\n' },
    manifest: { version: '1.2.3', repository: { url } },
  }

  test('is allowed if tag, version, changelog and repository agree', () => {
    expect(findReleaseProblems(release)).toEqual([])
  })

  test('is refused with a sentence for each that differs', () => {
    const other = { ...release, tag: 'v1.2.4', repository: 'other/x', changelog: '## 1.2.30' }
    expect(findReleaseProblems(other)).toHaveLength(3)
    expect(findReleaseProblems({ ...release, manifest: { version: '1.2.3' } })).toHaveLength(1)
  })

  test('is refused by the script that the workflow calls', () => {
    const run = () =>
      execFileSync('node', ['scripts/check-release.ts', 'v0.0.0', repository], { stdio: 'pipe' })
    expect(run).toThrow(/The tag is v0\.0\.0/)
  })
})

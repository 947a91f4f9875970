import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createVitest, type Vitest } from 'vitest/node'
import config, { GATE, NIGHTLY } from '../../vitest.config.ts'
import { buildStaleProgram } from '../package/program.ts'

export const TIME_LIMIT = 'time limit'
const all = globSync('{src,client,cli,portal,test/{architecture,cli,deploy,support}}/**/*.test.ts')
const [gate = [], nightly = []] = [GATE, NIGHTLY].map((patterns) => globSync(patterns))

/** The tests that are asked about a file, one group after the other: from its folder to all. */
export function listGroups(file: string, first: readonly string[]): string[][] {
  const part = /^src\/(areas\/)?[^/]+/.exec(file)?.[0] ?? 'src'
  const folders: string[] = []
  for (let at = dirname(file); at.startsWith(part); at = dirname(at)) folders.push(`${at}/`)
  const conformance = globSync(`test/conformance/${basename(part)}`)
  const groups = [
    first,
    ...folders.map((at) => all.filter((one) => one.startsWith(at) && !nightly.includes(one))),
    nightly.filter((one) => one.startsWith(`${part}/`)),
    conformance.map((folder) => `npx vitest run --bail 1 --project conformance ${folder}`),
    all.filter((one) => ![...gate, ...nightly].includes(one)),
  ]
  return groups.map((group, n) => group.filter((one) => !groups.slice(0, n).flat().includes(one)))
}

let vitest: Vitest | undefined
/** For all runs, before the first change: what its first run makes is the template of all databases. */
export async function openVitest(): Promise<Vitest> {
  const { projects: _, ...test } = config.test ?? {}
  const globalSetup = ['test/support/database/global-setup.ts']
  const own = { config: false as const, watch: false, bail: 1, reporters: [{}], globalSetup }
  vitest = await createVitest('test', { ...test, ...own, include: all })
  await vitest.runTestFiles([resolve('src/platform/etag.test.ts')])
  return vitest
}

export async function closeVitest(): Promise<void> {
  await Promise.race([vitest?.close(), setTimeout(30_000)])
  vitest = undefined
}

/** With this source: what fails first, or that it takes too long; undefined if all pass. One with blanks is a command. */
export async function findFailure(
  { file, source }: Readonly<{ file: string; source: string }>,
  tests: readonly string[],
  limitMs: number,
): Promise<string | undefined> {
  writeFileSync(file, source)
  vitest?.invalidateFile(resolve(file))
  vitest?.state.filesMap.clear()
  const [first] = tests
  if (first === undefined) return undefined
  if (first.includes(' '))
    return spawnSync(first, { shell: true, timeout: limitMs }).status === 0 ? undefined : first
  if (tests.some((one) => readFileSync(one, 'utf8').includes('support/processes')))
    await buildStaleProgram()
  const run = (vitest ?? (await openVitest())).runTestFiles(tests.map((one) => resolve(one)))
  const result = await Promise.race([run, setTimeout(limitMs, undefined, { ref: false })])
  if (!result) return closeVitest().then(() => TIME_LIMIT)
  const failed = result.testModules.find((module) => module.state() === 'failed')
  if (failed) return relative('', failed.moduleId)
  return result.unhandledErrors.length > 0 ? first : undefined
}

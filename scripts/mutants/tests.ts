import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createVitest, type Vitest } from 'vitest/node'
import config, { NIGHTLY } from '../../vitest.config.ts'
import { buildStaleProgram } from '../package/program.ts'

const TESTS = '{src,client,cli,portal,test/{architecture,cli,deploy,support}}/**/*.test.ts'
const all = globSync(TESTS, { exclude: NIGHTLY })
export const NO_END = 'tests that did not end'
const LIMIT_MS = 15 * 60_000

export function listGroups(file: string, first: readonly (readonly string[])[]) {
  const part = /^src\/(areas\/)?[^/]+/.exec(file)?.[0] ?? 'src'
  const isIn = (folder: string) => (test: string) => test.startsWith(`${folder}/`)
  const conformance = globSync(`test/conformance/${basename(part)}`)
  const commands = conformance.map((at) => `npx vitest run --bail 1 --project conformance ${at}`)
  const near = [...first, all.filter(isIn(dirname(file))), all.filter(isIn(part))]
  return { near, wide: [commands, all.filter((one) => !isIn(part)(one))] }
}

const { projects: _, ...test } = config.test ?? {}
const globalSetup = ['test/support/database/global-setup.ts']
const own = { config: false as const, watch: false, bail: 1, reporters: [{}], globalSetup }
let vitest: Vitest
/** To be called before a source is changed: its first run makes the template of all databases. */
export async function openVitest(): Promise<void> {
  vitest = await createVitest('test', { ...test, ...own, testTimeout: 60_000, include: all })
  await vitest.runTestFiles([resolve('src/platform/etag.test.ts')])
}

export const closeVitest = () => Promise.race([vitest.close(), setTimeout(30_000)])

export function writeSource(file: string, source: string): () => void {
  const original = readFileSync(file, 'utf8')
  writeFileSync(file, source)
  vitest.invalidateFile(resolve(file))
  return () => void writeSource(file, original)
}

/** What fails first; an empty text if all pass. One with blanks is a command. */
export async function findFailure(tests: readonly string[]): Promise<string> {
  vitest.state.filesMap.clear()
  const [first] = tests
  if (first === undefined) return ''
  if (first.includes(' '))
    return spawnSync(first, { shell: true, timeout: LIMIT_MS }).status === 0 ? '' : first
  if (tests.some((one) => readFileSync(one, 'utf8').includes('support/processes')))
    await buildStaleProgram()
  const run = vitest.runTestFiles(tests.map((one) => resolve(one)))
  const result = await Promise.race([run, setTimeout(LIMIT_MS, undefined, { ref: false })])
  if (!result)
    return closeVitest()
      .then(openVitest)
      .then(() => NO_END)
  const failed = result.testModules.find((module) => module.state() === 'failed')
  if (failed) return relative('', failed.moduleId)
  return result.unhandledErrors.length > 0 ? first : ''
}

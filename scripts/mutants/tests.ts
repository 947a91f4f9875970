import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createVitest, type Vitest } from 'vitest/node'
import config, { NIGHTLY } from '../../vitest.config.ts'
import { buildStaleProgram } from '../package/program.ts'

const all = globSync('{src,client,cli,portal,test/{architecture,cli,deploy,support}}/**/*.test.ts')
const nightly = globSync(NIGHTLY)
const byDay = all.filter((one) => !nightly.includes(one))

/** One group runs after the other. Nightly tests run only for files of their own part. */
export function listGroups(file: string, first: readonly string[]) {
  const part = /^src\/(areas\/)?[^/]+/.exec(file)?.[0] ?? 'src'
  const isIn = (folder: string) => (test: string) => test.startsWith(`${folder}/`)
  const conformance = globSync(`test/conformance/${basename(part)}`)
  const commands = conformance.map((at) => `npx vitest run --bail 1 --project conformance ${at}`)
  const near = [first, byDay.filter(isIn(dirname(file))), byDay.filter(isIn(part))]
  const others = byDay.filter((one) => !isIn(part)(one))
  return { near, wide: [nightly.filter(isIn(part)), commands, others] }
}

const { projects: _, ...test } = config.test ?? {}
const globalSetup = ['test/support/database/global-setup.ts']
const own = { config: false as const, watch: false, bail: 1, reporters: [{}], globalSetup }
let vitest: Vitest
/** To be called before a source is changed: its first run makes the template of all databases. */
export async function openVitest(): Promise<void> {
  vitest = await createVitest('test', { ...test, ...own, include: all })
  await vitest.runTestFiles([resolve('src/platform/etag.test.ts')])
}

export const closeVitest = () => Promise.race([vitest.close(), setTimeout(30_000)])

/** Returns what restores the file. */
export function writeSource(file: string, source: string): () => void {
  const original = readFileSync(file, 'utf8')
  writeFileSync(file, source)
  vitest.invalidateFile(resolve(file))
  return () => void writeSource(file, original)
}

/** What fails first; undefined if all pass, or the time is over. One with blanks is a command. */
export async function findFailure(tests: readonly string[], limitMs: number) {
  vitest.state.filesMap.clear()
  const [first] = tests
  if (first === undefined) return undefined
  if (first.includes(' '))
    return spawnSync(first, { shell: true, timeout: limitMs }).status === 0 ? undefined : first
  if (tests.some((one) => readFileSync(one, 'utf8').includes('support/processes')))
    await buildStaleProgram()
  const run = vitest.runTestFiles(tests.map((one) => resolve(one)))
  const result = await Promise.race([run, setTimeout(limitMs, undefined, { ref: false })])
  const failed = result?.testModules.find((module) => module.state() === 'failed')
  if (failed) return relative('', failed.moduleId)
  return result?.unhandledErrors.length ? first : undefined
}

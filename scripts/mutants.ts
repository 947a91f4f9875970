/** Leaves out each condition of what writes or grants a right, and makes each fault of test/mutants/faults.yaml: a test has to fail. */
import { execSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listConditionMutants } from './mutants/conditions.ts'
import { hashOf, listFaults, type Mutant, readData } from './mutants/faults.ts'
import * as tests from './mutants/tests.ts'

// `npm run nightly` sets it for the long forms of tests.
delete process.env.LONG
const RECORD = resolve('test/mutants/results.jsonl')
const until = performance.now() + 90 * 60_000

const all = [...listFaults(), ...listConditionMutants()]
const keyOf = ({ id, source }: Mutant) => `${id} ${hashOf(source)}`
const keys = new Set(all.map(keyOf))
const lines = readFileSync(RECORD, 'utf8').match(/.+/g) ?? []
const results = lines.map((line): [string, string] => JSON.parse(line))
const isTest = (by: string) => by.endsWith('.test.ts') && existsSync(by)
const isThere = (by: string) => isTest(by) || !by.endsWith('.test.ts')
/** What killed each, as long as it is there and the source is the same; an empty text if nothing did. */
const killers = new Map(results.filter(([key, by]) => keys.has(key) && isThere(by)))
const killerOf = (mutant: Mutant) => killers.get(keyOf(mutant))
const reasons = Object.values(readData<string>('reasons')).map((pattern) => new RegExp(pattern))
const hasReason = ({ id, original }: Mutant) => reasons.some((one) => one.test(`${id} ${original}`))
const isSurvivor = (mutant: Mutant) => killerOf(mutant) === '' && !hasReason(mutant)

const chosen = process.argv.slice(2)
const ofName = (name: string) =>
  all.filter(({ id, file }) => id.startsWith(`${name} `) || file.startsWith(name))
for (const name of chosen) if (ofName(name).length === 0) throw new Error(`No mutant of ${name}`)
const mutants = chosen.length > 0 ? [...new Set(chosen.flatMap(ofName))] : all
const fresh = mutants.filter((one) => chosen.length > 0 || killerOf(one) === undefined)
// When all have run, survivors run again: a test may have been added.
const todo = fresh.length > 0 ? fresh : mutants.filter(isSurvivor)
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
execSync(`git clone -q . "${copy}"`)
execSync(`git ls-files -moz --exclude-standard | tar -c --null -T - | tar -x -C "${copy}"`)
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
await tests.openVitest()
const isSound = new Map<string, boolean>()
let left = todo.length
for (const mutant of todo) {
  if (performance.now() > until) break
  const killer = await findKiller(mutant)
  left--
  killers.set(keyOf(mutant), killer)
  const record = [...killers].map((result) => JSON.stringify(result))
  writeFileSync(RECORD, `${record.sort().join('\n')}\n`)
  console.log(`${new Date().toISOString()} ${killer || 'SURVIVED'}: ${mutant.id}`)
}
await tests.closeVitest()
const survivors = mutants.filter(isSurvivor)
for (const { id, original, replacement } of survivors)
  console.log(`SURVIVED ${id}\n  ${original}\n  → ${replacement}`)
const verdict = survivors.length + left > 0 ? 'FAIL' : 'PASS'
console.log(`${verdict} mutants: ${survivors.length} survived, ${left} left to run`)
process.exit(verdict === 'PASS' ? 0 : 1)

/** What killed it last runs first, then what killed others of the file. For what has a reason, only the tests near it run. */
async function findKiller(mutant: Mutant): Promise<string> {
  const { id, file, proof } = mutant
  const known = [...killers, ...results].filter(([, by]) => isTest(by))
  const killersOf = (of: string) => known.flatMap(([key, by]) => (key.includes(of) ? by : []))
  const first = mutant.tests ? [mutant.tests] : [killersOf(id), killersOf(file)]
  const { near, wide } = tests.listGroups(file, first)
  const groups = hasReason(mutant) ? near : [...near, ...wide]
  for (const group of proof ? [[`npm run -s proof -- ${proof}`]] : groups) {
    const killer = await findKillerIn(group, mutant)
    if (killer) return killer
  }
  return ''
}

/** What fails without the mutant as well tells nothing: the others run again. */
async function findKillerIn(group: readonly string[], mutant: Mutant): Promise<string> {
  const sound = group.filter((one) => isSound.get(one) !== false)
  const restore = tests.writeSource(mutant.file, mutant.source)
  const failed = await tests.findFailure(sound)
  restore()
  if (failed === '' || failed === tests.NO_END) return failed
  if (!isSound.has(failed)) isSound.set(failed, (await tests.findFailure([failed])) === '')
  return isSound.get(failed) ? failed : findKillerIn(sound, mutant)
}

/**
 * Leaves out each condition of what writes or grants a right, and makes each fault of test/mutants/faults.yaml: a test has to fail.
 */
import { execSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listConditionMutants } from './mutants/conditions.ts'
import { hashOf, listFaults, type Mutant, readData } from './mutants/faults.ts'
import { closeVitest, findFailure, listGroups, openVitest, TIME_LIMIT } from './mutants/tests.ts'

const COPY = `git ls-files -coz --exclude-standard | tar -c --null -T - | tar -x -C "$COPY"
ln -s "$(pwd -P)/node_modules" "$COPY" && cd "$COPY" && git init -q && git add . &&
git -c user.name=mutants -c user.email=mutants@localhost commit -q -m copy`
const RECORD = resolve('node_modules/.cache/mutants.jsonl')
const until = performance.now() + 90 * 60_000
const leftMs = () => until - performance.now()

const lines = existsSync(RECORD) ? readFileSync(RECORD, 'utf8').trim().split('\n') : []
/** What killed each; an empty text if nothing did. */
const killers = new Map(lines.map((line) => JSON.parse(line) as [string, string]))
const keyOf = ({ id, source }: Mutant) => `${id} ${hashOf(source)}`
const killerOf = (mutant: Mutant) => killers.get(keyOf(mutant))
const reasons = Object.values(readData<string>('reasons')).map((pattern) => new RegExp(pattern))
const hasReason = ({ id, was }: Mutant) => reasons.some((reason) => reason.test(`${id} ${was}`))
const isAlive = (mutant: Mutant) => killerOf(mutant) === '' && !hasReason(mutant)

const chosen = process.argv.slice(2)
const mutants = [...listFaults(), ...listConditionMutants()].filter(
  ({ id }) => chosen.length === 0 || chosen.some((name) => id.startsWith(name)),
)
const fresh = mutants.filter((one) => chosen.length > 0 || killerOf(one) === undefined)
// Once all have been run, those that live are asked again: a test may have come.
const todo = fresh.length > 0 ? fresh : mutants.filter(isAlive)
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
execSync(COPY, { env: { ...process.env, COPY: copy } })
process.chdir(copy)
await openVitest()
const isSound = new Map<string, boolean>()
let left = todo.length
for (const mutant of todo) {
  const original = readFileSync(mutant.file, 'utf8')
  const killer = await findKiller(mutant, original)
  await findFailure({ ...mutant, source: original }, [], 0)
  if (leftMs() <= 0) break
  left--
  appendFileSync(RECORD, `${JSON.stringify([keyOf(mutant), killer])}\n`)
  killers.set(keyOf(mutant), killer)
  console.log(`${new Date().toISOString()} ${killer || 'LIVES'}: ${mutant.id}`)
}
await closeVitest()
const alive = mutants.filter(isAlive)
for (const { id, was, put } of alive) console.log(`LIVES ${id}\n  ${was}\n  → ${put}`)
const verdict = alive.length + left > 0 ? 'FAIL' : 'PASS'
console.log(`${verdict} mutants: ${alive.length} live, ${left} left to run`)
process.exit(verdict === 'PASS' ? 0 : 1)

/** Those that killed others of the file are asked first. What has a reason is only asked of the tests of its part. */
async function findKiller(mutant: Mutant, original: string): Promise<string> {
  const earlier = mutants.flatMap((one) => (one.file === mutant.file && killerOf(one)) || [])
  const first = mutant.tests ?? [...new Set(earlier)].filter(existsSync)
  const { file, proof } = mutant
  const groups = proof ? [[`npm run -s proof -- ${proof}`]] : listGroups(file, first)
  for (const group of hasReason(mutant) ? groups.slice(0, -3) : groups) {
    const killer = await findKillerIn(group, mutant, original)
    if (killer) return killer
  }
  return ''
}

/** What fails without the mutant as well, or takes too long, tells nothing: the others are asked again. */
async function findKillerIn(group: string[], mutant: Mutant, original: string): Promise<string> {
  const tests = group.filter((one) => isSound.get(one) !== false)
  const limitMs = Math.min(20 * 60_000, leftMs())
  const failed = await findFailure(mutant, tests, limitMs)
  if (failed === undefined || leftMs() <= 0) return ''
  const suspects = (failed === TIME_LIMIT ? tests : [failed]).filter((one) => !isSound.get(one))
  const failure = await findFailure({ ...mutant, source: original }, suspects, limitMs)
  for (const one of suspects) isSound.set(one, failure === undefined)
  return failure === undefined ? failed : findKillerIn(tests, mutant, original)
}

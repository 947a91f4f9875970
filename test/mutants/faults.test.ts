import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { PROOFS } from '../../proof/proofs.ts'
import { listConditionMutants } from '../../scripts/mutants/conditions.ts'
import { listFaults, readData } from '../../scripts/mutants/faults.ts'

/** `overload` has not passed yet, and the others measure times. */
const WITHOUT_FAULT = ['overload', 'instances', 'strangers']

// Fails for a fault whose place is gone, or there twice.
const faults = listFaults()
const mutants = [...faults, ...listConditionMutants()]
const clauses = faults.map(({ id }) => id.replace(/ (src|cli|portal)\/.*$/, ''))

test('there are at least 169 faults made by hand, and each mutant has its own id', () => {
  expect(faults.length).toBeGreaterThanOrEqual(169)
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
})

test('each group of clauses has a fault', () => {
  const requirements = readFileSync('docs/spec/requirements.md', 'utf8')
  const areas = requirements.slice(requirements.indexOf('## Area A'))
  const groups = areas.split(/^### /m).slice(1)
  expect(groups.length).toBeGreaterThan(30)
  const without = groups.filter((group) => {
    const own = [...group.matchAll(/^- \*\*([ABC]\d+)\*\*/gm)].map(([, clause = '']) => clause)
    return !own.some((clause) => clauses.includes(clause))
  })
  expect(without.map((group) => group.split('\n', 1)[0])).toEqual([])
})

test('each proof has a fault that it notices, unless it is excused, and what faults name exists', () => {
  const proofs = Object.keys(PROOFS).map((name) => `proof ${name}`)
  const excused = WITHOUT_FAULT.map((name) => `proof ${name}`)
  const named = clauses.filter((clause) => clause.startsWith('proof '))
  expect([...new Set([...named, ...excused])].sort()).toEqual(proofs.sort())
  expect(named.filter((one) => excused.includes(one))).toEqual([])
  expect(faults.filter(({ proof }) => proof && !(proof in PROOFS))).toEqual([])
  expect(faults.flatMap(({ tests = [] }) => tests).filter((path) => !existsSync(path))).toEqual([])
})

test('what grants a right exists', () => {
  const missing = Object.entries(readData<string[]>('granting')).flatMap(([file, names]) => {
    const source = readFileSync(file, 'utf8')
    const isThere = (name: string) =>
      new RegExp(`^(export )?(async )?(function|const) ${name}\\b`, 'm').test(source)
    return names.filter((name) => name !== '*' && !isThere(name)).map((name) => `${file} ${name}`)
  })
  expect(missing).toEqual([])
})

test('each reason is one of at least one mutant', () => {
  const unused = Object.values(readData<string>('reasons')).filter((pattern) => {
    const reason = new RegExp(pattern)
    return !mutants.some(({ id, original }) => reason.test(`${id} ${original}`))
  })
  expect(unused).toEqual([])
})

test('what is left without a condition, or with a fault, is TypeScript', () => {
  expect(mutants.length).toBeGreaterThan(600)
  for (const { source } of mutants) expect(() => stripTypeScriptTypes(source)).not.toThrow()
})

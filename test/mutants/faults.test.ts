import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { listConditionMutants } from '../../scripts/mutants/conditions.ts'
import { listFaults } from '../../scripts/mutants/faults.ts'

// Fails for a fault whose place is gone, or there twice.
const faults = listFaults()
const clauses = faults.map(({ id }) => id.replace(/ (src|cli|portal)\/.*$/, ''))

test('there are at least 90 faults made by hand, each once', () => {
  expect(faults.length).toBeGreaterThanOrEqual(90)
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
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

test('each proof has the change that proof/README.md says makes it fail', () => {
  const rows = readFileSync('proof/README.md', 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)
  const missing = [...rows].filter(([, name]) => !clauses.includes(`proof ${name}`))
  expect(missing.map(([, name]) => name)).toEqual([])
})

test('what is left without a condition, or with a fault, is TypeScript', () => {
  const mutants = [...faults, ...listConditionMutants()]
  expect(mutants.length).toBeGreaterThan(600)
  for (const { source } of mutants) expect(() => stripTypeScriptTypes(source)).not.toThrow()
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const CLAUSE = /^- \*\*([ABC])(\d+)\*\* \S/gm

test('the clauses of the specification are numbered without gaps, and their count is told', () => {
  const text = readFileSync('docs/spec/requirements.md', 'utf8')
  const clauses = [...text.matchAll(CLAUSE)]
  const counts = Object.fromEntries(
    ['A', 'B', 'C'].map((area) => {
      const numbers = clauses
        .filter((clause) => clause[1] === area)
        .map((clause) => Number(clause[2]))
      expect(numbers).toEqual(numbers.map((_number, i) => i + 1))
      return [area, numbers.length]
    }),
  )
  console.log(`requirements: A ${counts.A}, B ${counts.B}, C ${counts.C}, ${clauses.length} in all`)
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50)
})

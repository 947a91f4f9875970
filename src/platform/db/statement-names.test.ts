import { expect, it } from 'vitest'
import { createStatementNames, MAX_NAMES, NO_NAME } from './statement-names.ts'

it('names a text by its hash, the same in every process', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select $1')).toMatch(/^[\w-]{22}$/)
  expect(createStatementNames()('select $1')).toBe(nameOf('select $1'))
  expect(nameOf('select $1 + 1')).not.toBe(nameOf('select $1'))
})

it('gives a limited number of names', () => {
  const nameOf = createStatementNames()
  for (let i = 0; i < MAX_NAMES; i++) expect(nameOf(`select $1 + ${i}`)).toBeDefined()
  expect(nameOf('select $1')).toBeUndefined()
  expect(nameOf('select $1 + 0')).toBeDefined()
})

it('gives no name to a text that depends on the number of values', () => {
  const nameOf = createStatementNames()
  expect(nameOf('insert into a (b, c) values ($1, $2), ($3, $4)')).toBeUndefined()
  expect(nameOf('select 1 from a where b in ($1, $2)')).toBeUndefined()
  expect(nameOf('insert into a (b, c) values ($1, $2)')).toBeDefined()
  expect(nameOf('select 1 from a where b in ($1)')).toBeDefined()
})

it('gives no name to a text that says so', () => {
  const nameOf = createStatementNames()
  expect(nameOf(`select 1 from a where ${NO_NAME} b = $1`)).toBeUndefined()
})

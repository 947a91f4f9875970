import pg from 'pg'
import { expect, it } from 'vitest'
import { createStatementNaming, MAX_NAMES, NO_NAME } from './statement-names.ts'

function failure(code: string, routine?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('failed', 6, 'error')
  error.code = code
  error.routine = routine
  return error
}

it('names a text by its hash, the same in every pool', () => {
  const { nameOf } = createStatementNaming().forPool()
  expect(nameOf('select $1')).toMatch(/^[\w-]{22}$/)
  expect(createStatementNaming().forPool().nameOf('select $1')).toBe(nameOf('select $1'))
  expect(nameOf('select $1 + 1')).not.toBe(nameOf('select $1'))
})

it('gives a limited number of names', () => {
  const { nameOf } = createStatementNaming().forPool()
  for (let i = 0; i < MAX_NAMES; i++) expect(nameOf(`select $1 + ${i}`)).toBeDefined()
  expect(nameOf('select $1')).toBeUndefined()
  expect(nameOf('select $1 + 0')).toBeDefined()
})

it('gives no name to a text that depends on the number of values', () => {
  const { nameOf } = createStatementNaming().forPool()
  expect(nameOf('insert into a (b, c) values ($1, $2), ($3, $4)')).toBeUndefined()
  expect(nameOf('select 1 from a where b in ($1, $2)')).toBeUndefined()
  expect(nameOf('insert into a (b, c) values ($1, $2)')).toBeDefined()
  expect(nameOf('select 1 from a where b in ($1)')).toBeDefined()
})

it('gives no name to a text that says so', () => {
  const { nameOf } = createStatementNaming().forPool()
  expect(nameOf(`select 1 from a where ${NO_NAME} b = $1`)).toBeUndefined()
})

it('gives none when names are off', () => {
  expect(createStatementNaming({ isOn: false }).forPool().nameOf('select $1')).toBeUndefined()
})

it.each([
  ['26000', undefined, true],
  ['42P05', undefined, true],
  ['0A000', 'RevalidateCachedQuery', true],
  ['0A000', 'transformDeclareCursorStmt', false],
  ['23505', undefined, false],
])('state %s of routine %s may run unnamed: %s', (code, routine, expected) => {
  const { nameOf, mayRunUnnamed } = createStatementNaming().forPool()
  expect(mayRunUnnamed(nameOf('select $1'), failure(code, routine))).toBe(expected)
  expect(mayRunUnnamed(undefined, failure(code, routine))).toBe(false)
})

it('gives new names after one failure, and none in the process after the second', () => {
  const errors: unknown[] = []
  const naming = createStatementNaming({ onTurnedOff: (error) => errors.push(error) })
  const [pool, other] = [naming.forPool(), naming.forPool()]
  const first = pool.nameOf('select $1')
  const unused = pool.nameOf('select $2')
  expect(pool.mayRunUnnamed(first, failure('26000'))).toBe(true)
  expect(pool.mayRunUnnamed(unused, failure('26000'))).toBe(true)
  const second = pool.nameOf('select $1')
  expect(second).toBeDefined()
  expect(second).not.toBe(first)
  expect(errors).toEqual([])
  for (const again of [1, 2]) {
    expect(pool.mayRunUnnamed(second, failure('42P05')), `${again}`).toBe(true)
    expect(pool.nameOf('select $1')).toBeUndefined()
    expect(other.nameOf('select $1')).toBeUndefined()
  }
  expect(errors).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { findNamed } from './principals.ts'

const crew = { id: '1', names: ['crew', 'The crew'] }
const upper = { id: '2', names: ['CREW', 'Pilots'] }
const other = { id: '3', names: ['ops', 'crew'] }

test('an id counts first, then a name as it is, then a name in other letter case', () => {
  expect(findNamed([{ id: '2', names: ['1'] }, crew], '1')).toEqual([crew])
  expect(findNamed([crew, upper], 'crew')).toEqual([crew])
  expect(findNamed([crew, upper], 'CREW')).toEqual([upper])
  expect(findNamed([crew, upper], 'the CREW')).toEqual([crew])
  expect(findNamed([crew, upper], 'rew')).toEqual([])
})

test('a name that several have finds all of them', () => {
  expect(findNamed([crew, upper, other], 'crew')).toEqual([crew, other])
  expect(findNamed([crew, upper], 'Crew')).toEqual([crew, upper])
})

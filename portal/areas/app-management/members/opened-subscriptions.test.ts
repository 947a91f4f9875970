import { expect, test } from 'vitest'
import { describeLost, describeOpened } from './opened-subscriptions.ts'

const tides = {
  id: 'tides',
  display_name: 'Tides',
  role: 'reader',
  includes_collaborators: false,
} as const
const quay = {
  id: 'quay',
  display_name: 'Quay',
  role: 'owner',
  includes_collaborators: true,
} as const

test('an invitation says whom the roles of the organization are for', () => {
  expect(describeOpened([])).toBeUndefined()
  expect(describeOpened([tides])).toBe(
    'Admins and members also have access to these subscriptions: Tides (reader). Collaborators do not.',
  )
  expect(describeOpened([quay])).toMatch(/Quay \(owner\)\. Collaborators have it, too\.$/)
  expect(describeOpened([tides, quay])).toMatch(
    /Collaborators have access to Quay \(owner\) only\.$/,
  )
})

test('a removal names what this role had', () => {
  expect(describeLost([tides], { role: 'collaborator', isYou: false })).toBe('')
  expect(describeLost([tides, quay], { role: 'collaborator', isYou: false })).toMatch(
    /^, and to these subscriptions, unless they have .*: Quay \(owner\)$/,
  )
  expect(describeLost([tides], { role: 'member', isYou: false })).toMatch(/Tides \(reader\)/)
})

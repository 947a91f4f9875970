import { expect, test } from 'vitest'
import { describeGained, describeLost } from './subscriptions-of-members.ts'

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
  expect(describeGained([])).toBeUndefined()
  expect(describeGained([tides, quay])).toBe(
    'Admins and members also have access to these subscriptions: Tides (reader) and Quay (owner; collaborators too).',
  )
})

test('a removal names what this role had', () => {
  expect(describeLost([tides], { role: 'collaborator', isYou: false })).toBe('')
  expect(describeLost([tides, quay], { role: 'collaborator', isYou: false })).toMatch(
    /^, and to these subscriptions, unless they have .*: Quay \(owner; collaborators too\)$/,
  )
  expect(describeLost([tides], { role: 'member', isYou: false })).toMatch(/Tides \(reader\)/)
})

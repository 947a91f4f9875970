import { expect, test } from 'vitest'
import { isEmail } from '../rules.ts'
import { isOwnerName, slugOf } from './rules.ts'

test.each(['a', 'Ada.Lovelace', 'team_1', '0-0', '.hidden', 'x'.repeat(100)])(
  '%s can be a name',
  (name) => {
    expect(isOwnerName(name)).toBe(true)
  },
)

test.each(['', '-x', '.', '..', '...', 'a b', 'a/b', 'ä', 'a\n', 'x'.repeat(101)])(
  '%j cannot be a name',
  (name) => {
    expect(isOwnerName(name)).toBe(false)
  },
)

test.each([
  ['ada@example.com', true],
  ['a+b@x', true],
  ['ada', false],
  ['ada@', false],
  ['@x', false],
  ['a b@x', false],
  ['a@b@c', false],
  [`${'x'.repeat(65)}@example.com`, false],
])('%s as an e-mail: %s', (email, expected) => {
  expect(isEmail(email)).toBe(expected)
})

test.each([
  ['Tide Tables', 'Tide-Tables'],
  ['Bed & Breakfast | EU', 'Bed-Breakfast-EU'],
  ['  -x- ', 'x'],
  ['v1.2_beta', 'v1.2_beta'],
  ['x'.repeat(120), 'x'.repeat(100)],
  ['日本', undefined],
  ['...', undefined],
])('%s makes the name %s', (displayName, name) => {
  expect(slugOf(displayName)).toBe(name)
})

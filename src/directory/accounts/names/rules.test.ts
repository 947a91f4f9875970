import { expect, test } from 'vitest'
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

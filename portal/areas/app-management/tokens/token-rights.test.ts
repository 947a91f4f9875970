import { expect, test } from 'vitest'
import { mayRotate, rightsOfMember, rightsOnApp } from './token-rights.ts'

test('managers create both access types, developers Read-only, viewers none', () => {
  expect(rightsOnApp('manager', []).mayCreate).toEqual(['all', 'viewer'])
  expect(rightsOnApp('developer', []).mayCreate).toEqual(['viewer'])
  expect(rightsOnApp('viewer', []).mayCreate).toEqual([])
  expect(rightsOnApp(undefined, []).mayCreate).toEqual([])
})

test('what is not allowed says who can', () => {
  expect(rightsOnApp('manager', ['Ada']).permissionNotice).toBeUndefined()
  expect(rightsOnApp('developer', ['Ada', 'Bob']).permissionNotice).toBe(
    'Only managers can create Full access tokens. Managers of this app: Ada and Bob.',
  )
  expect(rightsOfMember(['Ada']).permissionNotice).toBe(
    'Only admins can view and create organization tokens. Admins of this organization: Ada.',
  )
})

test('a token is rotated by its creator, until it has expired', () => {
  const now = new Date('2026-01-02T00:00:00Z')
  const token = (expires_at: string | null) => ({ created_by: 'ada', expires_at })
  expect(mayRotate(token(null), 'ada', now)).toBe(true)
  expect(mayRotate(token('2026-01-03T00:00:00Z'), 'ada', now)).toBe(true)
  expect(mayRotate(token('2026-01-01T00:00:00Z'), 'ada', now)).toBe(false)
  expect(mayRotate(token(null), 'bob', now)).toBe(false)
  expect(mayRotate(token(null), undefined, now)).toBe(false)
})

test('many names are cut short', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  expect(rightsOfMember(names).permissionNotice).toContain('A, B, C, D, E, and 2 more.')
  expect(rightsOfMember(names.slice(0, 6)).permissionNotice).toContain('E, and F.')
})

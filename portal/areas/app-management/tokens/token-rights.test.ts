import { expect, test } from 'vitest'
import { rightsOfMember, rightsOnApp } from './token-rights.ts'

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

test('many names are cut short', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  expect(rightsOfMember(names).permissionNotice).toContain('A, B, C, D, E, and 2 more.')
  expect(rightsOfMember(names.slice(0, 6)).permissionNotice).toContain('E, and F.')
})

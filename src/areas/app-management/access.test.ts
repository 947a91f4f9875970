import { expect, test } from 'vitest'
import type { Caller } from '../../directory/caller.ts'
import { appRoleOf, judge, organizationRoleOf, type ResolvedTarget, type Right } from './access.ts'
import { mayCreateAppToken, TOKENS_PER_ACCOUNT } from './tokens/rules.ts'

const account = { id: 'ada', name: 'ada', email: 'Ada@example.com' }
const person = (access: 'all' | 'viewer' = 'all') =>
  ({ kind: 'user', account, token: { id: 'token', access } }) as unknown as Caller
const ofApp = (ownerId: string, appId: string) =>
  ({ kind: 'app', ownerId, appId, token: { id: 'token', access: 'all' } }) as unknown as Caller

const there: ResolvedTarget = {
  ...{ ownerId: 'one', ownerKind: 'org', organizationRole: 'member' },
  ...{ appId: 'a', appRole: 'developer' },
}
const as = (appRole: ResolvedTarget['appRole']) => ({ ...there, appRole })

test('a Read-only token has the least role, and an app token has one in its app alone', () => {
  expect(appRoleOf(person(), as('manager'))).toBe('manager')
  expect(appRoleOf(person('viewer'), as('manager'))).toBe('viewer')
  const admin = { ...there, organizationRole: 'admin' } as const
  expect(appRoleOf(person(), admin)).toBe('owner')
  expect(organizationRoleOf(person(), admin)).toBe('admin')
  expect(organizationRoleOf(person('viewer'), admin)).toBe('member')
  expect(appRoleOf(ofApp('one', 'a'), there)).toBe('manager')
  expect(appRoleOf(ofApp('one', 'b'), there)).toBe(undefined)
  expect(appRoleOf(ofApp('two', 'a'), there)).toBe(undefined)
})

test.each<[Right, ResolvedTarget['appRole'], boolean]>([
  ['read app', 'viewer', true],
  ['create app token', 'viewer', false],
  ['create app token', 'developer', true],
  ['remove app member', 'developer', false],
  ['remove app member', 'manager', true],
  ['manage app members', 'developer', false],
])('%s as %s: %s', (right, role, may) => {
  expect(judge(right, person(), { userEmail: 'bob@example.com' }, as(role)) === undefined).toBe(may)
})

test('people take themselves off an app, however they write their address', () => {
  const leave = (userEmail: string) =>
    judge('remove app member', person(), { userEmail }, as('viewer'))
  expect(leave('ada@example.com')).toBe(undefined)
  expect(leave('bob@example.com')).not.toBe(undefined)
})

test('a developer may create Read-only tokens only, and an account 5000 tokens', () => {
  expect(mayCreateAppToken('developer', 'all')).toBe(false)
  expect(mayCreateAppToken('developer', 'viewer')).toBe(true)
  expect(mayCreateAppToken('manager', 'all')).toBe(true)
  expect(TOKENS_PER_ACCOUNT).toBe(5000)
})

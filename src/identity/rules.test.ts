import { expect, test } from 'vitest'
import type { ProductTime } from '../platform/time.ts'
import { judgeToken } from './rules.ts'
import type { TokenRow } from './store.ts'

const now = new Date('2026-06-01T12:00:00Z') as ProductTime
const account = {
  id: 'home',
  name: 'ada',
  displayName: 'Ada',
  email: 'ada@example.com',
  createdAt: now,
  disabledAt: null,
}
const row: TokenRow = {
  homeId: 'home',
  id: 'token',
  kind: 'user',
  access: 'viewer',
  createdBy: 'ada',
  appId: null,
  expiresAt: null,
  revokedAt: null,
  account,
}
const token = { homeId: 'home', id: 'token', access: 'viewer', createdBy: 'ada' }

test.each([
  ['a user token', {}, { kind: 'user', token, account }],
  [
    'an app token',
    { kind: 'app', appId: 'app', account: undefined },
    { kind: 'app', token, ownerId: 'home', appId: 'app' },
  ],
  [
    'an org token',
    { kind: 'org', account: undefined },
    { kind: 'org', token, organizationId: 'home' },
  ],
  [
    'a token that expires later',
    { expiresAt: new Date(+now + 1) },
    { kind: 'user', token, account },
  ],
] as const)('%s stands for its owner', (_name, change, caller) => {
  expect(judgeToken({ ...row, ...change }, now)).toEqual(caller)
})

test.each([
  ['a token nobody knows', undefined, { fault: 'unknown' }],
  ['a user token without its account', { ...row, account: undefined }, { fault: 'unknown' }],
  ['a revoked token', { ...row, revokedAt: now }, { fault: 'revoked', at: now }],
  ['a token that expires this instant', { ...row, expiresAt: now }, { fault: 'expired', at: now }],
  [
    'a token of a disabled account',
    { ...row, account: { ...account, disabledAt: now } },
    { fault: 'account-disabled' },
  ],
] as const)('%s lets nobody in', (_name, found, fault) => {
  expect(judgeToken(found, now)).toEqual(fault)
})

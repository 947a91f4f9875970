import { describe, expect, test } from 'vitest'
import { type AppStanding, judgeAppRole, judgeOrganizationRole } from './rules.ts'

const direct = (
  appRole: AppStanding['appRole'],
  organizationRole: AppStanding['organizationRole'],
) => ({
  isOwner: false,
  appRole,
  organizationRole,
})

describe('a role on an app', () => {
  test.each([
    ['nobody', undefined, null, 1, 'not-a-member'],
    ['a member of the organization only', direct(null, 'member'), null, 1, 'not-a-member'],
    ['the owner', { ...direct(null, null), isOwner: true }, null, 5, 'owner-stays'],
    ['an admin by the organization only', direct(null, 'admin'), null, 5, 'implied'],
    ['one of two managers', direct('manager', 'member'), null, 1, 'fine'],
    ['the last manager, removed', direct('manager', 'member'), null, 0, 'last-manager'],
    ['the last manager, demoted', direct('manager', 'member'), 'viewer', 0, 'last-manager'],
    ['the last manager, kept', direct('manager', 'member'), 'manager', 0, 'fine'],
    ['a manager who is admin too', direct('manager', 'admin'), null, 0, 'fine'],
    ['a viewer', direct('viewer', null), null, 0, 'fine'],
  ] as const)('%s', (_who, member, next, others, verdict) => {
    expect(judgeAppRole(member, next, others)).toBe(verdict)
  })
})

describe('a role in an organization', () => {
  test.each([
    [undefined, null, 3, 'not-a-member'],
    ['admin', null, 0, 'last-admin'],
    ['admin', 'member', 0, 'last-admin'],
    ['admin', 'admin', 0, 'fine'],
    ['admin', null, 1, 'fine'],
    ['member', null, 0, 'fine'],
  ] as const)('%s to %s with %i other admins: %s', (role, next, others, verdict) => {
    expect(judgeOrganizationRole(role, next, others)).toBe(verdict)
  })
})

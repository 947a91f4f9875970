import { describe, expect, test } from 'vitest'
import { planMembership } from './rules.ts'

const ISSUER = 'https://login.example.com'
const OTHER = 'https://other.example.com'

describe('what happens to a membership', () => {
  const by = (grantedBy: string | null, role: 'admin' | 'collaborator' | 'member') => ({
    role,
    grantedBy,
  })
  test.each([
    ['no member, no group', null, null, 1, 'none'],
    ['no member, a group', null, 'member', 0, { grant: 'member' }],
    ['as the group says', by(ISSUER, 'member'), 'member', 1, 'none'],
    ['a higher group', by(ISSUER, 'member'), 'admin', 1, { change: 'admin' }],
    ['a lower group', by(ISSUER, 'admin'), 'member', 1, { change: 'member' }],
    ['no group any more', by(ISSUER, 'member'), null, 0, 'remove'],
    ['the last admin, a lower group', by(ISSUER, 'admin'), 'member', 0, 'last-admin'],
    ['the last admin, no group any more', by(ISSUER, 'admin'), null, 0, 'last-admin'],
    ['granted here, a higher group', by(null, 'member'), 'admin', 1, 'none'],
    ['granted here, no group', by(null, 'admin'), null, 1, 'none'],
    ['granted by another issuer, no group', by(OTHER, 'member'), null, 1, 'none'],
    ['granted by another issuer, a group', by(OTHER, 'member'), 'admin', 1, 'none'],
  ] as const)('%s', (_case, current, role, others, expected) => {
    expect(planMembership(current, role, ISSUER, others)).toEqual(expected)
  })
})

import { describe, expect, test } from 'vitest'
import { type GroupRole, planMembership, rolesOfGroups } from './rules.ts'

const ISSUER = 'https://login.example.com'
const OTHER = 'https://other.example.com'

const SETTING: readonly GroupRole[] = [
  { group: 'crew', organization: 'Acme', role: 'member' },
  { group: 'leads', organization: 'acme', role: 'admin' },
  { group: 'builders', organization: 'acme', role: 'collaborator' },
  { group: 'crew', organization: 'globex', role: 'collaborator' },
]

describe('the role in each organization of the setting', () => {
  test.each([
    [[], { acme: null, globex: null }],
    [['strangers'], { acme: null, globex: null }],
    [['crew'], { acme: 'member', globex: 'collaborator' }],
    [['leads'], { acme: 'admin', globex: null }],
    [['crew', 'builders', 'leads'], { acme: 'admin', globex: 'collaborator' }],
    [['builders', 'crew'], { acme: 'collaborator', globex: 'collaborator' }],
    [['Crew'], { acme: null, globex: null }],
  ])('groups %j', (groups, expected) => {
    const roles = rolesOfGroups(SETTING, groups)
    expect(Object.fromEntries(roles.map(({ organization, role }) => [organization, role]))).toEqual(
      expected,
    )
  })
})

describe('what happens to a membership', () => {
  const by = (grantedBy: string | null, role: 'admin' | 'collaborator' | 'member') => ({
    role,
    grantedBy,
  })
  test.each([
    ['no member, no group', undefined, null, 1, 'none'],
    ['no member, a group', undefined, 'member', 0, { grant: 'member' }],
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

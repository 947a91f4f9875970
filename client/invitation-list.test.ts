import { expect, test } from 'vitest'
import { MOST_INVITED, readInvitationList } from './invitation-list.ts'

const ROLES = ['manager', 'developer', 'viewer'] as const
const read = (text: string) => readInvitationList(text, ROLES, 'developer')

test.each<[string, string, readonly (readonly [string, string])[]]>([
  ['an empty list', '\n\n', []],
  [
    'addresses alone',
    'a@x.example\nb@x.example\n',
    [
      ['a@x.example', 'developer'],
      ['b@x.example', 'developer'],
    ],
  ],
  ['a header and roles', 'email,role\na@x.example,viewer', [['a@x.example', 'viewer']]],
  [
    'the other spelling of the header',
    'E-Mail;Role\r\na@x.example;Manager\r\n',
    [['a@x.example', 'manager']],
  ],
  [
    'quotes, spaces and a byte order mark',
    '\uFEFF"a@x.example" , "viewer"',
    [['a@x.example', 'viewer']],
  ],
  ['an empty role', 'a@x.example,', [['a@x.example', 'developer']]],
])('%s', (_name, text, people) => {
  const { people: found, faults } = read(text)
  expect(faults).toEqual([])
  expect(found.map(({ email, role }) => [email, role])).toEqual(people)
})

test.each([
  ['ada', 'ada is not a valid e-mail address.'],
  [',viewer', 'An empty field is not a valid e-mail address.'],
  ['a@x.example,owner', 'owner is not a role. Use manager, developer, viewer.'],
  ['a@x.example,viewer,x', 'The line contains more than an e-mail address and a role.'],
  ['ok@x.example\nOK@x.example', 'OK@x.example occurs more than once in the list.'],
])('%s is a fault', (text, fault) => {
  expect(read(text).faults).toEqual([{ line: text.split('\n').length, fault }])
})

test('faults name the line of the file, and the other lines count', () => {
  const { people, faults } = read('email,role\n\na@x.example\nbad\nb@x.example,viewer')
  expect(people.map(({ line }) => line)).toEqual([3, 5])
  expect(faults.map(({ line }) => line)).toEqual([4])
})

test('more lines than a list can have are told once', () => {
  const lines = Array.from({ length: MOST_INVITED + 5 }, (_, n) => `p${n}@x.example`)
  const { people, faults } = read(lines.join('\n'))
  expect(people).toHaveLength(MOST_INVITED)
  expect(faults).toEqual([
    { line: MOST_INVITED + 1, fault: expect.stringContaining('contains 205') },
  ])
})

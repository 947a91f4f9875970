import { expect, test } from 'vitest'
import { describeHost, findDatabaseUrlProblem, toHostUrls } from './hosts.ts'

test.each([
  ['postgres://u@h/db', ['postgres://u@h/db']],
  ['postgresql://h1,h2/db', ['postgresql://h1/db', 'postgresql://h2/db']],
  ['postgres://u@h1:5432,h2:5433/db', ['postgres://u@h1:5432/db', 'postgres://u@h2:5433/db']],
  [
    'postgres://u:a,b@h1,h2/db?x=1,2',
    ['postgres://u:a,b@h1/db?x=1,2', 'postgres://u:a,b@h2/db?x=1,2'],
  ],
  [
    'postgres://u@[::1]:5432,[fd00::2]/db',
    ['postgres://u@[::1]:5432/db', 'postgres://u@[fd00::2]/db'],
  ],
  ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql']],
])('%s has an address for each host', (databaseUrl, expected) => {
  expect(toHostUrls(databaseUrl)).toEqual(expected)
  expect(findDatabaseUrlProblem(databaseUrl)).toBeUndefined()
})

test.each([undefined, 'primary', 'read-write'])('target_session_attrs=%s is supported', (value) => {
  const query = value ? `?target_session_attrs=${value}` : ''
  expect(findDatabaseUrlProblem(`postgres://u@h1,h2/db${query}`)).toBeUndefined()
})

test.each(['any', 'standby', 'prefer-standby', 'read-only', ''])(
  'target_session_attrs=%s is refused, with the values that are supported',
  (value) => {
    const problem = findDatabaseUrlProblem(`postgres://u@h1,h2/db?target_session_attrs=${value}`)
    expect(problem).toContain(`target_session_attrs=${value} is not supported. Use primary or`)
  },
)

test.each([
  ['postgres://u@h1,,h2/db', 'an empty entry'],
  ['postgres://u@h1,/db', 'an empty entry'],
  ['postgres://u@h1:x,h2/db', 'is not a valid URL'],
  ['postgres:///db?host=h1,h2', 'several hosts in a parameter'],
  ['postgres://h/db?port=5432,5433', 'several hosts in a parameter'],
])('%s is refused: %s', (databaseUrl, problem) => {
  expect(findDatabaseUrlProblem(databaseUrl)).toContain(problem)
})

test('a host in a message has no password beside it', () => {
  expect(describeHost('postgres://u:secret@h1:5432/db')).toBe('h1:5432')
  expect(describeHost('postgres:///db?host=/run/postgresql')).toBe('/run/postgresql')
})

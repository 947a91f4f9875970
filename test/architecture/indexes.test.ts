import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Released before there was this rule. They do not change. */
const RELEASED = [
  '0007-token-requests.sql: api_token',
  '0010-records-of-accounts.sql: oauth_record',
  '0011-client-origins.sql: oauth_client',
  '0015-freed-names.sql: organization',
  '0024-shown-secrets.sql: one_use_link',
  '0025-kept-names-and-seats.sql: freed_name',
  '0028-request-keys.sql: event_revision',
  '0042-rotated-tokens.sql: api_token',
]

/** On a table of the same release: it is empty when they run. */
const OF_THE_SAME_RELEASE = ['0063-notices.sql: notification', '0065-alert-rules.sql: notification']

const CREATED_TABLE = /^create table (\w+)/gm
const CREATED_INDEX =
  /^create (?:unique )?index (concurrently )?(?:if not exists )?\w+\s+on (\w+)/gm
/** Constraints that build an index. */
const ADDED_KEY =
  /^alter table (\w+)[^;]*?\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b/gm
const STATEMENT = /^(create|alter|drop|insert|update|delete|select|do)\b/gm

type File = Readonly<{ name: string; text: string }>

/** Each index that locks out writers of a table that was there before, as its file and the table. */
function findLocking(files: readonly File[]): string[] {
  return files.flatMap(({ name, text }) => {
    const own = new Set([...text.matchAll(CREATED_TABLE)].map(([, table]) => table))
    const isAlone = text.startsWith('-- no transaction\n') && count(text, STATEMENT) === 1
    const built = [...text.matchAll(CREATED_INDEX)]
      .filter(([, concurrently]) => concurrently === undefined || !isAlone)
      .map(([, , table]) => table)
    const added = [...text.matchAll(ADDED_KEY)].map(([, table]) => table)
    return [...new Set([...built, ...added])]
      .filter((table) => !own.has(table))
      .map((table) => `${name}: ${table}`)
  })
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

test('an index on a table of an earlier migration is built concurrently, in a file of its own', () => {
  const files = globSync('migrations/*.sql').toSorted()
  expect(files.length).toBeGreaterThan(50)
  const read = files.map((file) => ({
    name: file.replace('migrations/', ''),
    text: readFileSync(file, 'utf8'),
  }))
  expect(findLocking(read)).toEqual([...RELEASED, ...OF_THE_SAME_RELEASE])
})

test.each([
  ['in the transaction', 'create index i on t (a);', ['x: t']],
  ['on several lines', 'create unique index i\n  on t (a);', ['x: t']],
  ['concurrently, in a transaction', 'create index concurrently i on t (a);', ['x: t']],
  [
    'with another statement',
    '-- no transaction\ncreate index concurrently i on t (a);\nupdate t set a = 1;',
    ['x: t'],
  ],
  ['of a constraint', 'alter table t\n  add constraint k unique (a);', ['x: t']],
  ['on a table of its own', 'create table t (a integer);\ncreate index i on t (a);', []],
  ['alone', '-- no transaction\ncreate index concurrently if not exists i on t (a);', []],
])('an index %s', (_situation, text, expected) => {
  expect(findLocking([{ name: 'x', text }])).toEqual(expected)
})

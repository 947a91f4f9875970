import { expect, test } from 'vitest'
import { addPrefixed, readPrefixed } from './cookie-names.ts'

test('each cookie of ours is sent once more, under the prefixed name, whoever asks again', () => {
  const lines = [
    '_session=a; path=/; secure; httponly',
    '_session.sig=b; path=/; secure; httponly',
    '_interaction_resume=c; path=/oauth2/auth/x; secure; httponly',
    'theirs=d',
  ]
  const sent = addPrefixed(lines)
  expect(sent).toEqual([
    ...lines,
    '__Host-_session=a; path=/; secure; httponly',
    '__Host-_session.sig=b; path=/; secure; httponly',
    '__Secure-_interaction_resume=c; path=/oauth2/auth/x; secure; httponly',
  ])
  expect(addPrefixed(sent)).toEqual(sent)
})

test.each([
  ['nothing of ours', 'a=1; b=2', 'a=1; b=2'],
  ['the names of release 0.1.0', '_session=a; _session.sig=b', '_session=a; _session.sig=b'],
  [
    'both: a bare one that somebody else could set does not count',
    '_session=evil; __Host-_session=a; _session.sig=evil; __Host-_session.sig=b; x=1',
    '_session=a; _session.sig=b; x=1',
  ],
  ['the wrong prefix', '__Secure-_session=a', '__Secure-_session=a'],
  ['two of one name', '__Secure-_known=a; __Secure-_known=b', '_known=a; _known=b'],
])('a request with %s', (_what, header, read) => {
  expect(readPrefixed(header)).toBe(read)
})

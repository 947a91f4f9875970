import { expect, test } from 'vitest'
import { addPrefix, readPrefixed } from './cookie-names.ts'

test.each([
  ['_session=a; path=/; secure; httponly', '__Host-_session=a; path=/; secure; httponly'],
  ['_session.sig=b; path=/; secure', '__Host-_session.sig=b; path=/; secure'],
  [
    '_interaction_resume=c; path=/oauth2/auth/x',
    '__Secure-_interaction_resume=c; path=/oauth2/auth/x',
  ],
  ['theirs=d', 'theirs=d'],
])('%j is sent as %j, whoever asks again', (line, sent) => {
  expect(addPrefix(line)).toBe(sent)
  expect(addPrefix(sent)).toBe(sent)
})

test.each([
  ['nothing of ours', 'a=1; b=2', 'a=1; b=2'],
  ['bare names alone', '_session=evil; _session.sig=evil; x=1', 'x=1'],
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

const UUID = '0199d4c0-7a5e-7c3f-8000-000000000000'
const DEPTH = 6000

const NUMBERS = ['0', '-1', '1e400', 'NaN', '99999999999999999999', '-9223372036854775809', '1.5']
const TIMES = [
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60.5%2B00:00',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '%2B294277-01-01T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
]
/** Percent-encoded where no client would send it: half a surrogate pair, NUL, what is not UTF-8. */
const TEXTS = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%ff',
  '%F0%9F%9A%A2',
  '%20',
  '%27',
  '%22',
  '%5C',
  '%25',
  '%E2%80%AE',
  '_',
  'null',
  'true',
  '[]',
  '%7B%7D',
  '..%2F..',
  'x'.repeat(450),
  'x'.repeat(600),
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  UUID,
  UUID.toUpperCase(),
  `%7B${UUID}%7D`,
]
const CURSORS = [
  ...TIMES.map((time) => `${time}_${UUID}`),
  `2026-01-01T00:00:00.000Z_${UUID}`,
  '2026-01-01T00:00:00.000Z_x',
  `%2B275760-09-13T00:00:00.000Z_${UUID}`,
]
const FIELDS = ['impactStartTime', 'requestSubmitTime', 'priority', 'region', 'eventType', 'x']
const OPERANDS = [...TIMES, ...NUMBERS, "'%00'", "'%ED%A0%80'", "'x'", "''", '', 'null', '(']

/** For a segment of a path or a value of a query, already encoded. */
export const IN_ADDRESS = [...TEXTS, ...NUMBERS, ...TIMES, ...CURSORS]
export const FILTERS = FIELDS.flatMap((field) =>
  OPERANDS.map((operand) => `${field}%20ge%20${operand}`),
)

/** What JSON can say and nothing can store, beside what is merely wrong. */
export const IN_BODY = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202e"',
  '"2016-12-31T23:59:60Z"',
  '"2026-02-30T00:00:00Z"',
  '"+294277-01-01T00:00:00Z"',
  `"${'x'.repeat(5000)}"`,
  `"${'\\ud83d\\udea2'.repeat(200)}"`,
  '""',
  '" "',
  '"x"',
  `"${UUID}"`,
  '1e400',
  '9223372036854775808',
  '2147483648',
  '-1',
  '-0',
  '0.1',
  '1',
  '[]',
  '{}',
  'null',
  '[null]',
  '["\\u0000"]',
  '{"\\u0000":1}',
  '{"__proto__":{"a":1}}',
  'true',
  `[${'1,'.repeat(2000)}1]`,
  `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
]

/** In place of a whole body. */
export const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '\u0000',
  '{"a":1,"a":2}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
]
export const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'x',
]
/** Names of headers that are read, and values that HTTP can carry. */
export const HEADERS = [
  'x-ms-client-request-id',
  'x-ms-correlation-request-id',
  'x-ms-return-client-request-id',
  'if-none-match',
  'if-match',
  'accept',
  'accept-language',
  'range',
  'content-encoding',
  'idempotency-key',
]
export const IN_HEADER = [
  'x',
  '*',
  '"',
  'a,b',
  '\u00ff',
  'gzip',
  UUID,
  'x'.repeat(3000),
  '%00',
  '0',
]

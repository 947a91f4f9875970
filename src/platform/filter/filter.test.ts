import { describe, expect, test } from 'vitest'
import { describeFault } from './fault.ts'
import { type Fields, type Filter, parseFilter } from './filter.ts'

const fields = {
  service: { type: 'text', many: true },
  region: { type: 'text', many: true },
  eventType: { type: 'text', known: ['ServiceIssue', 'PlannedMaintenance'] },
  eventSubType: { type: 'text' },
  status: { type: 'text', known: ['Active', 'Resolved'], knownValuesOnly: true },
  trackingId: { type: 'text' },
  targetRegion: { type: 'text' },
  priority: { type: 'integer' },
  isHIR: { type: 'boolean' },
  impactStartTime: { type: 'time' },
} as const satisfies Fields
const NAMES = Object.keys(fields)
const OPERAND = [...NAMES, 'not', '(']
const TIME = 'a time without quotes such as 2026-06-11T00:00:00Z'
const INTEGER = 'an integer without quotes from -2147483648 to 2147483647'
const TEXT = 'a text in single quotes'
const ALL = ['eq', 'ne', 'ge', 'gt', 'le', 'lt', 'in']

const is = (field: string, value: string | number | boolean | Date | null): Filter => ({
  op: 'eq',
  field,
  value,
})
const all = (...parts: Filter[]): Filter => ({ op: 'and', parts })
const any = (...parts: Filter[]): Filter => ({ op: 'or', parts })
const not = (part: Filter): Filter => ({ op: 'not', part })
const june = new Date('2026-06-11T00:00:00Z')
const [a, b, c] = [is('priority', 1), is('priority', 2), is('priority', 3)]
const [A, B, C] = ['priority eq 1', 'priority eq 2', 'priority eq 3']

describe('what public clients send', () => {
  test.each<[string, Filter]>([
    [
      "service eq 'Virtual Machines' or region eq 'West US'",
      any(is('service', 'Virtual Machines'), is('region', 'West US')),
    ],
    ["properties/status eq 'Active'", is('status', 'Active')],
    ["targetRegion eq 'westus'", is('targetRegion', 'westus')],
    ["Properties/EventType eq 'PlannedMaintenance'", is('eventType', 'PlannedMaintenance')],
    [
      "properties/eventType eq 'ServiceIssue' and properties/status eq 'Active' and properties/trackingId eq 'BC_1-FXZ'",
      all(is('eventType', 'ServiceIssue'), is('status', 'Active'), is('trackingId', 'BC_1-FXZ')),
    ],
    [
      "(properties/eventType eq 'HealthAdvisory') and (properties/eventSubType eq 'Retirement') and (Properties/Status eq 'Active')",
      all(
        is('eventType', 'HealthAdvisory'),
        is('eventSubType', 'Retirement'),
        is('status', 'Active'),
      ),
    ],
    [
      'properties/impactStartTime ge 2026-06-11T00:00:00Z',
      { op: 'ge', field: 'impactStartTime', value: june },
    ],
    [
      "eventType eq 'ServiceIssue' and status eq 'Active'",
      all(is('eventType', 'ServiceIssue'), is('status', 'Active')),
    ],
    ['eventType eq SecurityAdvisory', is('eventType', 'SecurityAdvisory')],
  ])('%s', (text, filter) => {
    expect(parseFilter(text, fields)).toEqual({ filter })
  })
})

describe('what the grammar allows', () => {
  test.each<[string, Filter]>([
    [`${A} or ${B} and ${C}`, any(a, all(b, c))],
    [`${A} and ${B} or ${C}`, any(all(a, b), c)],
    [`(${A} or ${B}) and ${C}`, all(any(a, b), c)],
    [`(${A} and ${B}) and ${C}`, all(all(a, b), c)],
    [`((${A}))`, a],
    [`not ${A} and ${B}`, all(not(a), b)],
    [`not (${A} and ${B})`, not(all(a, b))],
    [`not not ${A}`, not(not(a))],
    [`NOT(${A})AND(${B})oR(${C})`, any(all(not(a), b), c)],
    [' \t priority\t\teq  1 \t', a],
    ['PRIORITY EQ 1', a],
    ['pRoPeRtIeS/PRIORITY Eq 1', a],
    ['priority ne -5', { op: 'ne', field: 'priority', value: -5 }],
    ['priority ge -0', { op: 'ge', field: 'priority', value: 0 }],
    ['priority gt -2147483648', { op: 'gt', field: 'priority', value: -2147483648 }],
    ['priority le 2147483647', { op: 'le', field: 'priority', value: 2147483647 }],
    ['priority lt 007', { op: 'lt', field: 'priority', value: 7 }],
    ['priority in (1)', { op: 'in', field: 'priority', values: [1] }],
    ['priority IN( 1 ,2,3 )', { op: 'in', field: 'priority', values: [1, 2, 3] }],
    ["service in ('a,b', c)", { op: 'in', field: 'service', values: ['a,b', 'c'] }],
    ['isHIR eq TRUE', is('isHIR', true)],
    ['isHIR in (true, false)', { op: 'in', field: 'isHIR', values: [true, false] }],
    ["service eq 'People''s'", is('service', "People's")],
    ["service eq ''''", is('service', "'")],
    ["service eq ''", is('service', '')],
    ["service eq'null'", is('service', 'null')],
    ["service eq 'and (1) or ü \u{1f6a2}'", is('service', 'and (1) or ü \u{1f6a2}')],
    ['service eq 12', is('service', '12')],
    ['service eq true', is('service', 'true')],
    ["status eq 'aCTIVE'", is('status', 'Active')],
    ['status in (resolved)', { op: 'in', field: 'status', values: ['Resolved'] }],
    ["eventType eq 'serviceissue'", is('eventType', 'serviceissue')],
    ['service eq null', is('service', null)],
    ['impactStartTime ne NULL', { op: 'ne', field: 'impactStartTime', value: null }],
    ['impactStartTime eq 2026-06-11', is('impactStartTime', june)],
    ['impactStartTime eq 6/11/2026', is('impactStartTime', june)],
    ['impactStartTime eq 2026-06-11T00:00:00', is('impactStartTime', june)],
    ['impactStartTime eq 2026-06-11T00:00:00.0000000Z', is('impactStartTime', june)],
    ['impactStartTime eq 2026-06-11T02:00:00+02:00', is('impactStartTime', june)],
    [
      'impactStartTime in (2026-06-11T02:00:00 02:00, 2026-06-11) and priority eq 1',
      all({ op: 'in', field: 'impactStartTime', values: [june, june] }, a),
    ],
  ])('%s', (text, filter) => {
    expect(parseFilter(text, fields)).toEqual({ filter })
  })

  test('another area brings other fields', () => {
    expect(
      parseFilter('requestSubmitTime ge 2026-06-11', { requestSubmitTime: { type: 'time' } }),
    ).toEqual({ filter: { op: 'ge', field: 'requestSubmitTime', value: june } })
  })
})

describe('where it cannot be read', () => {
  test.each<[string, position: number, found: string, expected: string[]]>([
    ['', 1, '', OPERAND],
    ['  ', 3, '', OPERAND],
    ["title eq 'x'", 1, 'title', OPERAND],
    ["priority eq 1 and nope eq 'x'", 19, 'nope', OPERAND],
    ["properties/properties/status eq 'x'", 1, 'properties/properties/status', OPERAND],
    ['properties/ eq 1', 1, 'properties/', OPERAND],
    ['properties / status eq 1', 1, 'properties', OPERAND],
    ['__proto__ eq 1', 1, '__proto__', OPERAND],
    ["constructor eq 'x'", 1, 'constructor', OPERAND],
    ["\u017ftatus eq 'Active'", 1, '\u017ftatus', OPERAND],
    ["'Active' eq status", 1, "'Active'", OPERAND],
    ["contains(service, 'x')", 1, 'contains', OPERAND],
    ['()', 2, ')', OPERAND],
    ['not', 4, '', OPERAND],
    ['and priority eq 1', 1, 'and', OPERAND],
    [`${A} and`, 18, '', OPERAND],
    [`${A} and or ${B}`, 19, 'or', OPERAND],
    ['priority', 9, '', ALL],
    ['(priority  lk 5)', 12, 'lk', ALL],
    ['priority = 5', 10, '=', ALL],
    ['priority (5)', 10, '(', ALL],
    ["status gt 'x'", 8, 'gt', ['eq', 'ne', 'in']],
    ['isHIR ge true', 7, 'ge', ['eq', 'ne', 'in']],
    ['priority eq', 12, '', ['null', INTEGER]],
    ["priority eq '5'", 13, "'5'", ['null', INTEGER]],
    ['priority eq 2147483648', 13, '2147483648', ['null', INTEGER]],
    ['priority ge -2147483649', 13, '-2147483649', [INTEGER]],
    ['priority ge 1.5', 13, '1.5', [INTEGER]],
    ['priority ge 1e3', 13, '1e3', [INTEGER]],
    ['priority ge null', 13, 'null', [INTEGER]],
    ['priority in (null)', 14, 'null', [INTEGER]],
    ["isHIR eq 'true'", 10, "'true'", ['null', 'true', 'false']],
    ['isHIR eq constructor', 10, 'constructor', ['null', 'true', 'false']],
    ["impactStartTime ge '2026-06-11'", 20, "'2026-06-11'", [TIME]],
    ['impactStartTime ge 2/30/2026', 20, '2/30/2026', [TIME]],
    ['impactStartTime eq now', 20, 'now', ['null', TIME]],
    ["service eq 'West US", 12, "'West US", ["a single quote (') at the end of the text"]],
    ["service eq 'West''", 12, "'West''", ["a single quote (') at the end of the text"]],
    ['service eq BC_1', 12, 'BC_1', ['null', TEXT]],
    ['service eq and isHIR eq true', 12, 'and', ['null', TEXT]],
    ['service eq "x"', 12, '"x"', ['null', TEXT]],
    ['service in (null)', 13, 'null', [TEXT]],
    ['service eq (x)', 12, '(', ['null', TEXT]],
    ['eventType in (-)', 15, '-', [`${TEXT} such as 'ServiceIssue', 'PlannedMaintenance'`]],
    ["status in ('Activ')", 12, "'Activ'", ["'Active'", "'Resolved'"]],
    ['priority in 1', 13, '1', ['(']],
    ['priority in ()', 14, ')', [INTEGER]],
    ['priority in (1,)', 16, ')', [INTEGER]],
    ['priority in (1 2)', 16, '2', [',', ')']],
    ['priority in (1', 15, '', [',', ')']],
    ['eventType eq Service Issue', 22, 'Issue', ['and', 'or', 'the end of the filter']],
    [`${A})`, 14, ')', ['and', 'or', 'the end of the filter']],
    [`(${A}`, 15, '', ['and', 'or', ')']],
    [`(${A}, ${B})`, 15, ',', ['and', 'or', ')']],
    [`${A}\n`, 14, 'U+000A', ['a printable character']],
    ["service eq 'a\0b'", 14, 'U+0000', ['a printable character']],
    ["service eq '\ud800'", 13, 'U+D800', ['a printable character']],
    ['\u200b eq 1', 1, 'U+200B', OPERAND],
    ['stat\u202eus eq 1', 1, 'status', OPERAND],
    ['x'.repeat(40), 1, 'x'.repeat(40), OPERAND],
    ['x'.repeat(41), 1, `${'x'.repeat(39)}…`, OPERAND],
    ['\u{1f6a2}'.repeat(50), 1, `${'\u{1f6a2}'.repeat(39)}…`, OPERAND],
  ])('%j', (text, position, found, expected) => {
    expect(parseFilter(text, fields)).toEqual({ fault: { position, found, expected } })
  })
})

describe('bounds', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}${A}${')'.repeat(depth)}`
  const long = (length: number) => A + ' '.repeat(length - A.length)
  const list = (length: number) => `priority in (${Array(length).fill('1').join(',')})`

  test.each([
    ['4000 characters', long(4000)],
    ['4000 characters that a URL must encode', `region eq '${'"'.repeat(3988)}'`],
    ['32 parentheses', nested(32)],
    ['32 times not', 'not '.repeat(32) + A],
    ['100 comparisons', Array(100).fill(A).join(' and ')],
    ['100 values', list(100)],
    ['groups side by side', Array(90).fill(`(not ${A})`).join(' or ')],
  ])('%s can be read', (_what, text) => {
    expect(parseFilter(text, fields)).toHaveProperty('filter')
  })

  test.each([
    [
      '12 KiB once encoded',
      `region eq '${'é'.repeat(2100)}'`,
      2057,
      `${'é'.repeat(39)}…`,
      'at most 12288 characters after percent-encoding',
    ],
    ['4001 characters', `${long(4000)}x`, 4001, 'x', 'at most 4000 characters'],
    ['33 parentheses', nested(33), 33, '(', 'at most 32 levels of parentheses and "not"'],
    [
      '33 times not',
      'not '.repeat(33) + A,
      129,
      'not',
      'at most 32 levels of parentheses and "not"',
    ],
    [
      '101 comparisons',
      Array(101).fill(A).join(' or '),
      17 * 100 + 13,
      '1',
      'at most 100 comparisons',
    ],
    ['a list of 101', list(101), 214, '1', 'at most 100 comparisons'],
    [
      'a list of 60 and another of 41',
      `${list(60)} or ${list(41)}`,
      231,
      '1',
      'at most 100 comparisons',
    ],
  ])('%s cannot', (_what, text, position, found, expected) => {
    expect(parseFilter(text, fields)).toEqual({ fault: { position, found, expected: [expected] } })
  })
})

describe('the sentence about a fault', () => {
  test.each([
    [
      '(priority  lk 5)',
      'The filter is not valid at position 12: unexpected "lk", expected "eq", "ne", "ge", "gt", "le", "lt" or "in".',
    ],
    [
      "title eq 'x'",
      `The filter is not valid at position 1: unexpected "title", expected ${NAMES.map((name) => `"${name}"`).join(', ')}, "not" or "(".`,
    ],
    [
      "impactStartTime ge '2026-06-11'",
      `The filter is not valid at position 20: unexpected "'2026-06-11'", expected a time without quotes such as 2026-06-11T00:00:00Z.`,
    ],
    [
      'status eq',
      "The filter is not valid at position 10: unexpected end of the filter, expected \"null\", 'Active' or 'Resolved'.",
    ],
  ])('%s', (text, sentence) => {
    const outcome = parseFilter(text, fields)
    expect('fault' in outcome && describeFault(outcome.fault)).toBe(sentence)
  })
})

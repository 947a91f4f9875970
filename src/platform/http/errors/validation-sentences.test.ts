import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { describeIssue } from './validation-sentences.ts'

const ajv = new Ajv({ strict: false })
formats.default(ajv)

const of = (schema: object) => ({ properties: { a: schema } })
const word = { type: 'string' }

test.each([
  [{ required: ['name'] }, {}, 'name is missing from the body'],
  [of({ required: ['b'] }), { a: {} }, 'a.b is missing from the body'],
  [{ type: 'object' }, null, 'the body must be an object'],
  [of(word), { a: 1 }, 'a in the body must be a string'],
  [of({ type: ['integer', 'null'] }), { a: 'x' }, 'a in the body must be a whole number or null'],
  [of({ type: 'boolean' }), { a: 'x' }, 'a in the body must be true or false'],
  [of({ items: of(word) }), { a: [{}, { a: 1 }] }, 'a[1].a in the body must be a string'],
  [of({ enum: ['x', 'y'] }), { a: 'z' }, 'a in the body must be one of x, y'],
  [of({ pattern: '^x$' }), { a: 'y' }, 'a in the body must match the pattern ^x$'],
  [of({ format: 'date-time' }), { a: 'y' }, 'a in the body must be a valid date-time'],
  [of({ minLength: 1 }), { a: '' }, 'a in the body must have at least 1 character'],
  [of({ maxLength: 2 }), { a: 'abc' }, 'a in the body must have at most 2 characters'],
  [of({ minItems: 1 }), { a: [] }, 'a in the body must have at least 1 item'],
  [of({ maxItems: 1 }), { a: [1, 2] }, 'a in the body must have at most 1 item'],
  [of({ minimum: 3 }), { a: 2 }, 'a in the body must be at least 3'],
  [of({ maximum: 3 }), { a: 4 }, 'a in the body must be at most 3'],
  [of({ uniqueItems: true }), { a: [1, 1] }, 'a in the body must not have the same item twice'],
  [{ additionalProperties: false }, { x: 1 }, 'the body has the unknown property "x"'],
  [of({ exclusiveMinimum: 3 }), { a: 3 }, 'a in the body must be > 3'],
])('%j and %j: %s', (schema, body, sentence) => {
  const validate = ajv.compile(schema)
  expect(validate(body)).toBe(false)
  expect((validate.errors ?? []).map((issue) => describeIssue(issue, 'body'))).toEqual([sentence])
})

test('names the part of the request', () => {
  const issue = { keyword: 'type', instancePath: '/$filter', params: { type: 'string' } }
  const sentences = ['querystring', 'headers', 'params', undefined].map((where) =>
    describeIssue(issue, where),
  )
  expect(sentences).toEqual(
    ['query', 'headers', 'path', 'request'].map(
      (part) => `$filter in the ${part} must be a string`,
    ),
  )
})

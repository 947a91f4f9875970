import { globSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

const ajv = new Ajv2020({ strict: false })
const isValid = (schema: object) => ajv.validateSchema(schema) === true

/** What stands under `schema` anywhere, and the shared schemas. */
function listSchemas(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'schema') return [inner as object]
    return key === 'schemas' ? Object.values<object>(inner) : listSchemas(inner)
  })
}

test.each(globSync('openapi/*.json'))('%s: every schema of a route is valid', (file) => {
  const schemas = listSchemas(JSON.parse(readFileSync(file, 'utf8')))
  expect(schemas.length).toBeGreaterThan(5)
  expect(schemas.filter((schema) => !isValid(schema))).toEqual([])
})

test('a misspelt type is found', () => {
  expect(isValid({ type: 'object', properties: { name: { type: 'sting' } } })).toBe(false)
})

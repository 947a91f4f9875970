import { expect, test } from 'vitest'
import document from '../../../openapi/app-management.json' with { type: 'json' }
import { findServed, toPattern } from '../../../scripts/pages/operations/match.ts'
import published from '../../../scripts/pages/operations/published.json' with { type: 'json' }
import retired from '../../../src/areas/app-management/retired/operations.json' with {
  type: 'json',
}
import { readSpecifications } from '../published-operations.ts'

const FILES = 'appcenter-cli-3/dist/util/apis/generated/src/operations/*.js'
const operations = Object.entries(readSpecifications([FILES]))
const isServed = (operation: string) =>
  findServed(operation, { 'app-management': document }).length > 0

test('the list of operations is that of the installed client, as far as it is served', () => {
  const served = operations.filter(([, operation]) => isServed(operation))
  expect(Object.fromEntries(served)).toEqual(published['appcenter-cli'])
})

test('every other operation belongs to a feature that is not there', () => {
  const known = new Set(
    Object.values(retired).flatMap((paths) =>
      Object.entries<object>(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => toPattern(`${method} /v0.1${path}`)),
      ),
    ),
  )
  const others = operations.filter(([, operation]) => !isServed(operation))
  const unknown = others.filter(([, operation]) => !known.has(toPattern(operation)))
  // HEAD is not counted apart from the other methods of a path.
  expect(unknown.filter(([, operation]) => !operation.startsWith('HEAD '))).toEqual([])
  expect(others.length - unknown.length).toBe(known.size)
})

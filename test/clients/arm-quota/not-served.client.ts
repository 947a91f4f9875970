import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import published from '../../../scripts/pages/operations/published.json' with { type: 'json' }
import { UNSERVED } from '../../../src/management-api/unserved/operations.ts'
import { useDatabase } from '../../support/database/use-database.ts'
import { errorOf, VERSIONS } from '../arm-reservations/installation.ts'
import { readSenders, readSpecifications } from '../published-operations.ts'
import { useInstallation } from './installation.ts'

const { open, openReservations } = useInstallation(useDatabase())
type Methods = Record<string, (...args: unknown[]) => unknown>

test('the list of operations is that of the installed clients', () => {
  const { '@azure/arm-quota': quota, '@azure/arm-reservations': reservations } = published
  expect(readSpecifications(['@azure/arm-quota/dist/esm/**/*.js'])).toEqual(quota)
  expect(readSpecifications(['arm-reservations-9/dist-esm/src/**/*.js'])).toEqual(reservations)
  expect(readSenders(['arm-reservations-10/dist/esm/api/**/operations.js'])).toEqual(reservations)
})

const unserved = new Set(
  UNSERVED.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      methods.map((method) => `${method} ${path}`),
    ),
  ),
)

const callsOf = (operations: Readonly<Record<string, string>>) =>
  Object.entries(operations)
    .filter(([, operation]) => unserved.has(operation))
    .map(([name, operation]) => ({ name, operation }))

/** The method of an operation, under the names that the versions of the clients have for it. */
function findMethod(client: object, name: string) {
  const [method = '', group] = name.split('.').reverse()
  const methods = (group === undefined ? client : Reflect.get(client, group)) as Methods
  const capital = method.replace(/^./, (first) => first.toUpperCase())
  const names = [`begin${capital}AndWait`, method, method.replace(/^get/, 'list')]
  const found = names.find((each) => typeof methods[each] === 'function')
  if (found === undefined) throw new Error(`the client has no method for ${name}`)
  return (...args: unknown[]) => methods[found]?.(...args)
}

/** Waits for a result, or for the first item of a list. */
async function awaitFirst(answer: unknown): Promise<unknown> {
  const items = answer as Partial<AsyncIterable<unknown>>
  return items[Symbol.asyncIterator] ? (answer as AsyncIterator<unknown>).next() : answer
}

async function expectNotServed(client: object, { name, operation }: Call) {
  const inPath = operation.match(/\{\w+\}/g)?.filter((each) => !isOfClient(client, each)) ?? []
  // Behind what is in the path comes a filter or a body, if there is one, and the options.
  const last = WITH_FILTER.has(name) ? "location eq 'x'" : BODY
  const given = [...inPath.map(() => 'x'), last, {}]
  const error = await errorOf(awaitFirst(findMethod(client, name)(...given)))
  expect(error).toMatchObject({ name: 'RestError', statusCode: 404, code: 'OperationNotServed' })
}

/** Whether the client itself was given the value: the subscription. */
const isOfClient = (client: object, parameter: string) => parameter.slice(1, -1) in client
type Call = ReturnType<typeof callsOf>[number]
const WITH_FILTER = new Set([
  'groupQuotaLimitsRequest.list',
  'groupQuotaSubscriptionAllocationRequest.list',
])
/** What the clients insist on in a body. */
const BODY = { properties: {}, sku: { name: 'x' }, id: 'x', quantity: 1 }

describe('an operation that is not served says so', () => {
  test.each(callsOf(published['@azure/arm-quota']))('@azure/arm-quota $name', (call) =>
    expectNotServed(Object.assign(open(), { subscriptionId: randomUUID() }), call),
  )
  describe.each(VERSIONS)('@azure/arm-reservations %s', (version) => {
    test.each(callsOf(published['@azure/arm-reservations']))('$name', (call) =>
      expectNotServed(openReservations(version), call),
    )
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../test/support/http/service-health.ts'
import { useHealth } from '../../../test/support/server/health.ts'
import { UNSERVED } from './operations.ts'

const health = useHealth()
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
})

const operations = UNSERVED.flatMap(({ why, paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    methods.map((method) => [method, path.replaceAll(/\{\w+\}/g, 'x'), why] as const),
  ),
)

describe('an operation of a published client that is not served', () => {
  test.each(operations)('%s %s', async (method, path, why) => {
    const { status, body } = await health.askRaw(ada, `${path}?api-version=2099-01-01`, method)
    expect([status, body.error.code]).toEqual([404, 'OperationNotServed'])
    expect(body.error.message).toContain(why)
  })

  test('is found in any case, and without an api-version', async () => {
    const { body } = await health.askRaw(ada, '/PROVIDERS/microsoft.capacity/RESERVATIONS')
    expect(body.error.code).toBe('OperationNotServed')
  })

  test('says so whatever its body is', async () => {
    const path = '/providers/Microsoft.Capacity/calculatePrice'
    const json = { 'content-type': 'application/json' }
    const { status, body } = await health.askRaw(ada, path, 'POST', json)
    expect([status, body.error.code]).toEqual([404, 'OperationNotServed'])
  })

  test('401: nobody', async () => {
    const { status } = await health.askRaw(undefined, '/providers/Microsoft.Capacity/reservations')
    expect(status).toBe(401)
  })
})

test('a path that no client sends is not found', async () => {
  for (const path of [
    '/providers/Microsoft.Capacity/reservationz',
    '/providers/Microsoft.Management/managementGroups/m/providers/Microsoft.Quota/groupQuotaz',
  ]) {
    const { status, body } = await health.askRaw(ada, path)
    expect([path, status, body.error.code]).toEqual([path, 404, 'PathNotFound'])
  }
})

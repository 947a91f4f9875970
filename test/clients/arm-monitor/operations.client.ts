import { describe, expect, test } from 'vitest'
import published from '../../../scripts/pages/operations/published.json' with { type: 'json' }
import { UNSERVED } from '../../../src/management-api/unserved/operations.ts'
import { useDatabase } from '../../support/database/use-database.ts'
import { readSenders, readSpecifications } from '../published-operations.ts'
import { collectAnswer, useInstallation } from './installation.ts'

const { open } = useInstallation(useDatabase())

test('the list of operations is that of the installed clients', () => {
  const { '@azure/arm-monitor 7': older, '@azure/arm-monitor 8': newer } = published
  const files = '{actionGroups,activityLogAlerts}'
  expect(readSpecifications([`arm-monitor-7/dist-esm/src/operations/${files}.js`])).toEqual(older)
  const folders = '{actionGroups,activityLogAlerts,tenantActionGroups}'
  expect(readSenders([`@azure/arm-monitor/dist/esm/api/${folders}/operations.js`])).toEqual(newer)
})

const toKey = (operation: string) => operation.toLowerCase()
const unserved = new Set(
  UNSERVED.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      methods.map((method) => toKey(`${method} ${path}`)),
    ),
  ),
)
const names = Object.entries(published['@azure/arm-monitor 8']).flatMap(([name, operation]) =>
  unserved.has(toKey(operation)) ? [name] : [],
)

describe('an operation that is not served says so', () => {
  test.each(names)('%s', async (name) => {
    const [group = '', method = ''] = name.split('.')
    const client = open('8') as unknown as Record<
      string,
      Record<string, (...x: unknown[]) => unknown>
    >
    const body = { location: 'Global', groupShortName: 'x', enabled: true }
    // Behind the names in the path come a tenant and a body, where there are any.
    const call = async () => collectAnswer(client[group]?.[method]?.('x', 'x', 'x', body))
    await expect(call()).rejects.toMatchObject({ statusCode: 404, code: 'OperationNotServed' })
  })
})

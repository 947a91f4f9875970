import { describe, expect, test } from 'vitest'
import { useAlertRules } from '../../../test/support/server/alert-rules.ts'

const { people, receiver, ask, at, path, toGroup, toRule } = await useAlertRules({
  STRICT_API_VERSION: 'true',
})
const group = toGroup([{ name: 'hook', serviceUri: receiver.url('/hook') }])

const OF_GROUPS = ['2017-04-01', '2018-03-01', '2018-09-01', '2019-03-01', '2019-06-01']
OF_GROUPS.push('2021-09-01', '2022-04-01', '2022-06-01', '2023-01-01', '2023-09-01-preview')
OF_GROUPS.push('2024-10-01-preview')
const OF_ALERTS = ['2017-03-01-preview', '2017-04-01', '2020-10-01', '2023-01-01-preview']
OF_ALERTS.push('2026-01-01')

describe.each([
  ['actionGroups', group, OF_GROUPS],
  ['activityLogAlerts', toRule(), OF_ALERTS],
] as const)('every published version of %s is served', (type, body, versions) => {
  test.each(versions)('%s: created, read and deleted', async (version) => {
    const target = at(path(type, version), version)
    const put = await ask(people.owner, 'PUT', target, body)
    expect([put.status, put.body.name]).toEqual([200, version])
    const got = await ask(people.owner, 'GET', target)
    expect([got.status, got.body]).toEqual([200, put.body])
    expect((await ask(people.owner, 'DELETE', target)).status).toBe(200)
    expect((await ask(people.owner, 'GET', target)).status).toBe(404)
  })
})

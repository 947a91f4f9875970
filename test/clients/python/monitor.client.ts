import { expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { caller } from '../../support/http/http.ts'
import { useInstallation } from '../arm-monitor/installation.ts'
import { readAlert } from '../arm-monitor/receiver.ts'
import { runScript } from './run.ts'

const { server, health, receiver } = useInstallation(useDatabase())
const IN_GROUP = '/subscriptions/sub-a/resourceGroups/ops/providers/Microsoft.Insights'

/** Of a subscriber, with its answer. */
async function send(method: string, path: string, body?: object) {
  const { bearer } = await server.readerOf('robot')
  const call = caller({ url: server.installation.url() })
  const answer = await call(undefined, method, path, body, { Authorization: `Bearer ${bearer}` })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`)
  return answer.body
}

/** A rule whose web hook is off, because it answered that it is gone. */
async function addGone() {
  const group = `${IN_GROUP}/actionGroups/gone`
  const hook = { name: 'hook', serviceUri: receiver().url('/gone') }
  const put = (path: string, version: string, properties: object) =>
    send('PUT', `${path}?api-version=${version}`, { location: 'Global', properties })
  await put(group, '2021-09-01', { groupShortName: 'ops', webhookReceivers: [hook] })
  await put(`${IN_GROUP}/activityLogAlerts/gone`, '2017-04-01', {
    scopes: ['/subscriptions/sub-a'],
    condition: { allOf: [{ field: 'category', equals: 'ServiceHealth' }] },
    actions: { actionGroups: [{ actionGroupId: group }] },
  })
  receiver().answerWith((_call, response) => response.writeHead(410).end())
  await health.publish()
  const listed = () => send('GET', '/notifications/v1/subscriptions/sub-a/notifications')
  await expect.poll(async () => (await listed()).value[0].off?.reason).toBe('gone')
  receiver().answerWith((_call, response) => response.writeHead(204).end())
}

test('each operation on action groups and on activity log alerts is called', async () => {
  await addGone()
  const { clientId, secret } = server.accountOf('robot')
  const hook = receiver().url('/tests?code=secret')
  const given = { origin: server.origin(), clientId, secret, subscription: 'sub-a', hook }
  expect(await runScript('monitor.py', given, server.certFile())).toEqual([
    expect.stringMatching(
      /^azure\.mgmt\.monitor: (\d+) of \1 operations of 2 groups, api-version 2020-10-01, 2022-06-01$/,
    ),
  ])
  const tests = receiver().callsTo('/tests?code=secret')
  expect(tests.map(({ body }) => readAlert(body).trackingId)).toEqual(Array(3).fill('TEST-EVENT'))
})

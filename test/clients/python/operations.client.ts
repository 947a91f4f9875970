import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { useInstallation } from '../arm-reservations/installation.ts'
import { runScript } from './run.ts'

const { server, quota, addSubscription } = useInstallation(useDatabase())
let subscription: string
let event: string
let resource: string
beforeAll(async () => {
  subscription = await addSubscription()
  resource = `subscriptions/${subscription}/resourceGroups/yard/providers/Microsoft.Compute/machines/vm-1`
  const input = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
  event = (await quota.callAsOperator('POST', '/events', input)).body.trackingId
  const add = [`/${resource}`, `/${resource}/disks/d1`].map((targetResourceId) => ({
    subscriptionId: subscription,
    targetResourceId,
  }))
  await quota.callAsOperator('POST', `/events/${event}/impactedResources`, { add })
})

test('each operation of the clients that Debian packages is called', async () => {
  const { clientId, secret } = server.accountOf('robot')
  const child = `${resource}/disks/d1`
  const world = { subscription, event, resource, child }
  const given = { origin: server.origin(), clientId, secret, ...world }
  expect(await runScript('operations.py', given, server.certFile())).toEqual([
    expect.stringMatching(
      /^azure\.mgmt\.resourcehealth: (\d+) of \1 operations of 7 groups, api-version 2015-01-01, 2018-07-01$/,
    ),
    expect.stringMatching(
      /^azure\.mgmt\.quota: (\d+) of \1 operations of 4 groups, api-version 2021-03-15-preview$/,
    ),
    expect.stringMatching(
      /^azure\.mgmt\.reservations: (\d+) of \1 operations of 2 groups, api-version 2020-10-25$/,
    ),
  ])
})

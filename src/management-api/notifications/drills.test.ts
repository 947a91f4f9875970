import { beforeAll, describe, expect, test } from 'vitest'
import { useNotifications } from '../../../test/support/server/notifications.ts'

const stage = await useNotifications()
const { receiver } = stage
const named = (...subscriptions: string[]) => ({ kind: 'subscriptions', subscriptions })
const bodiesAt = (path: string) => receiver.callsTo(path).map(({ body }) => JSON.parse(body))
const subjectsAt = (path: string) => bodiesAt(path).map(({ subject }) => subject)
const arrived = (path: string, count: number) =>
  expect.poll(() => receiver.callsTo(path).length).toBe(count)

beforeAll(async () => {
  await stage.addSubscription('sub-b', { [stage.people.owner.id]: 'owner' })
})
const publishDrill = () =>
  stage.publish({ audience: named('sub-a'), isDrill: true, properties: { title: 'Slow writes' } })

describe('drills', () => {
  test('reach the notifications that ask for them, with their revisions and their removal', async () => {
    const both = ['events', 'removals']
    await stage.addWebhook('default')
    await stage.addWebhook('drills', { notices: ['drills'] })
    await stage.addWebhook('all', { notices: [...both, 'drills'] })
    const shown = (await stage.call('GET', stage.pathOf('default'))).body
    expect(shown.notices).toEqual(both)

    const id = await publishDrill()
    await stage.revise(id, 'updates', { summary: 'More is known.' })
    // What was not sent by then is withdrawn when it is taken away.
    await arrived('/all', 2)
    await arrived('/drills', 2)
    await stage.revise(id, 'audience', named('sub-b'))
    const event = await stage.publish({ audience: named('sub-a') })
    await arrived('/default', 1)
    await arrived('/all', 4)
    await arrived('/drills', 3)
    expect(subjectsAt('/default')).toEqual([event])
    expect(subjectsAt('/all')).toEqual([id, id, id, event])

    const [first, , removed] = bodiesAt('/drills')
    expect([first.type, first.data.properties]).toMatchObject([
      'binnacle.service-health.event',
      { title: '[Drill] Slow writes', isDrill: true },
    ])
    expect([removed.type, removed.data]).toEqual([
      'binnacle.service-health.event.removed',
      { trackingId: id, isDrill: true },
    ])
    const drills = (await stage.listDeliveries('drills')).map(({ kind, state }) => [kind, state])
    expect(drills).toEqual([
      ['removed', 'delivered'],
      ['event', 'delivered'],
      ['event', 'delivered'],
    ])
  })

  test('are marked in the messages for Slack and Teams', async () => {
    await stage.addWebhook('slack', { kind: 'slack', notices: ['drills'] })
    await stage.addWebhook('teams', { kind: 'teams', notices: ['drills'] })
    const id = await publishDrill()
    await arrived('/slack', 1)
    await arrived('/teams', 1)
    const [slack] = bodiesAt('/slack')
    expect([slack.text, slack.blocks[0].text.text]).toEqual(Array(2).fill('[Drill] Slow writes'))
    const [teams] = bodiesAt('/teams')
    expect(teams.attachments[0].content.body[0].text).toBe('\\[Drill\\] Slow writes')
    await stage.revise(id, 'audience', named('sub-b'))
    await arrived('/slack', 2)
    expect(bodiesAt('/slack')[1].text).toBe(`[Drill] No longer affects you: ${id}`)
  })

  test('can be asked for later, and no longer', async () => {
    await stage.addWebhook('later')
    const change = (notices: string[]) => stage.call('PATCH', stage.pathOf('later'), { notices })
    expect((await change(['events', 'drills'])).body.notices).toEqual(['events', 'drills'])
    const id = await publishDrill()
    await arrived('/later', 1)
    await change(['events'])
    await publishDrill()
    const event = await stage.publish({ audience: named('sub-a') })
    await arrived('/later', 2)
    expect(subjectsAt('/later')).toEqual([id, event])
  })
})

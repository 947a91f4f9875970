import { beforeAll, describe, expect, test } from 'vitest'
import { useAlertRules } from '../../../test/support/server/alert-rules.ts'

const stage = await useAlertRules()
const { receiver } = stage
const named = (...subscriptions: string[]) => ({ kind: 'subscriptions', subscriptions })
const entriesAt = (path: string) =>
  receiver.callsTo(path).map(({ body }) => {
    const { data } = JSON.parse(body)
    return data.context?.activityLog ?? data.alertContext
  })
const trackingIdsAt = (path: string) =>
  entriesAt(path).map(({ properties }) => properties.trackingId)
const arrived = (path: string, count: number) =>
  expect.poll(() => receiver.callsTo(path).length).toBe(count)
const publish = (input: object = {}) =>
  stage.publish({ audience: named('sub-a'), properties: { title: 'Slow writes' }, ...input })
const publishDrill = () => publish({ isDrill: true })
const tagged = async (name: string, tags: object) => {
  const { status, text } = await stage.send('PATCH', 'activityLogAlerts', name, { tags })
  if (status !== 200) throw new Error(text)
}

beforeAll(async () => {
  await stage.addSubscription('sub-b', {})
})

describe('drills and alert rules', () => {
  test.each([
    ['the older form', 'older', false],
    ['the common alert schema', 'common', true],
  ])(
    'in %s, a rule with the tag gets them, marked, and none without',
    async (_form, name, isCommon) => {
      await stage.addAlert(name, { isCommon })
      await stage.addAlert(`${name}-none`, { isCommon })
      await tagged(name, { team: 'a', Drills: 'TRUE' })
      await tagged(`${name}-none`, { drills: 'false' })
      const drill = await publishDrill()
      await stage.revise(drill, 'updates', { summary: 'More is known.' })
      await arrived(`/${name}`, 2)
      // That it is taken away is not among what these bodies can say.
      await stage.revise(drill, 'audience', named('sub-b'))
      const event = await publish()
      await arrived(`/${name}`, 3)
      await arrived(`/${name}-none`, 1)
      expect(trackingIdsAt(`/${name}`)).toEqual([drill, drill, event])
      expect(trackingIdsAt(`/${name}-none`)).toEqual([event])
      const [first, , last] = entriesAt(`/${name}`)
      expect([first.description, first.properties]).toMatchObject([
        'Active: [Drill] Slow writes',
        { title: '[Drill] Slow writes', defaultLanguageTitle: '[Drill] Slow writes' },
      ])
      expect(last.properties.title).toBe('Slow writes')
      for (const one of [name, `${name}-none`]) await stage.send('DELETE', 'activityLogAlerts', one)
    },
  )

  test('end for a rule whose tag is removed', async () => {
    await stage.addAlert('removed')
    const noticesOf = async () =>
      (await stage.call('GET', 'sub-a/notifications')).body.value[0].notices
    await tagged('removed', { drills: 'true' })
    expect(await noticesOf()).toEqual(['events', 'drills'])
    const drill = await publishDrill()
    await arrived('/removed', 1)
    await tagged('removed', {})
    expect(await noticesOf()).toEqual(['events'])
    await publishDrill()
    const event = await publish()
    await arrived('/removed', 2)
    expect(trackingIdsAt('/removed')).toEqual([drill, event])
  })
})

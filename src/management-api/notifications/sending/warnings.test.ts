import { describe, expect, test } from 'vitest'
import { useReceivers } from '../../../../test/support/server/receivers.ts'

/** A day of failures is a second and a half, and three days are five seconds. */
const stage = await useReceivers({}, { notificationRetryScale: 0.0000175 })
const { receiver, smtp } = stage
const TO = 'olga@example.com'

test('the creator is told once after a day of failures, and once when it is turned off', async () => {
  receiver.answerWith((_call, response) => response.writeHead(503).end())
  await stage.addWebhook('down')
  await stage.publishTo('sub-a', 'Lamps flicker')
  const [warning] = await smtp.waitFor(1, TO)
  expect(warning?.title).toBe('Messages of the notification down cannot be delivered')
  expect(warning?.text).toMatch(
    /of the subscription sub-a has failed since .*The reason of the last failure: status 503/,
  )
  const shown = async () => (await stage.call('GET', stage.pathOf('down'))).body
  expect((await shown()).enabled).toBe(true)
  await expect.poll(async () => (await shown()).off?.reason).toBe('failing')
  const mails = await smtp.waitFor(2, TO)
  expect(mails[1]?.title).toBe('The notification down was turned off')
  expect(mails[1]?.text).toContain('every attempt has failed for three days')
})

describe('a notification whose creator', () => {
  /** Created by a contributor of a subscription of its own, who loses access before its destination is gone. */
  async function loseCreator(name: string, lose: (id: string) => Promise<unknown>) {
    const creator = await stage.addReader(name)
    const { owner, reader } = stage.people
    const subscription = `sub-${name}`
    await stage.addSubscription(subscription, {
      [creator.id]: 'contributor',
      [owner.id]: 'owner',
      [reader.id]: 'reader',
    })
    receiver.answerWith((_call, response) => response.writeHead(410).end())
    const path = stage.pathOf(name, subscription)
    const body = { kind: 'webhook', address: receiver.url(`/${name}`) }
    await stage.callAs(creator, 'PUT', path, body)
    await lose(creator.id)
    await stage.call('POST', `${path}/test`)
    const title = `The notification ${name} was turned off`
    const sent = () => smtp.list().filter((mail) => mail.title === title)
    await expect.poll(() => sent().length).toBe(1)
    return sent().map(({ to }) => to)
  }

  test('has lost the role: the owners are mailed', async () => {
    const { db } = stage.database
    const recipients = await loseCreator('carl', (id) =>
      db.deleteFrom('subscription_member').where('principal_id', '=', id).execute(),
    )
    expect(recipients).toEqual([TO])
  })

  test('is disabled: the owners are mailed', async () => {
    const { db } = stage.database
    const recipients = await loseCreator('dora', (id) =>
      db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', id).execute(),
    )
    expect(recipients).toEqual([TO])
  })
})

test('the creator is told of a destination that is gone', async () => {
  receiver.answerWith((_call, response) => response.writeHead(410).end())
  await stage.addWebhook('gone')
  await stage.call('POST', `${stage.pathOf('gone')}/test`)
  const [mail] = await smtp.waitFor(1, TO)
  expect(mail?.text).toContain('status 410')
})

import { describe, expect, test } from 'vitest'
import { headersOf } from '../../../../test/support/mail/smtp.ts'
import { useReceivers } from '../../../../test/support/server/receivers.ts'

const stage = await useReceivers({}, { notificationMailsPerDay: 3 })
const { smtp } = stage

describe('a receiver', () => {
  test('gets one question and nothing else until it is answered with the button', async () => {
    const to = 'ines@example.com'
    const added = await stage.addMail('first', to)
    expect(added.body).toMatchObject({ address: 'i***@example.com', receiver: 'waiting' })
    expect(added.body.secret).toBeUndefined()
    const [question] = await smtp.waitFor(1, to)
    expect(question?.title).toBe('Confirm notifications for sub-a')
    expect(question?.text).not.toContain('olga')
    const test = await stage.call('POST', `${stage.pathOf('first')}/test`)
    expect([test.status, test.body.error.code]).toEqual([409, 'ReceiverNotConfirmed'])
    await stage.publishTo('sub-a', 'Before it is confirmed')
    await stage.addMail('first', to, { notices: ['events'] })

    const link = stage.linkIn(question?.text)
    const opened = await stage.visit('GET', link)
    expect([opened.status, await stage.receiverOf('first')]).toEqual([200, 'waiting'])
    expect(opened.text).toContain('<form method="post">')
    expect((await stage.visit('POST', link)).status).toBe(200)
    expect(await stage.receiverOf('first')).toBe('confirmed')
    await stage.publishTo('sub-a', 'After it is confirmed')
    const mails = await smtp.waitFor(2, to)
    expect(mails.map(({ title }) => title)).toEqual([question?.title, 'After it is confirmed'])
    expect(mails[1]?.text).toMatch(/Subscription: sub-a/)
    const [delivery] = await stage.listDeliveries('first')
    await expect
      .poll(async () => (await stage.listDeliveries('first'))[0])
      .toMatchObject({ state: 'delivered', attempts: [{ status: 250 }] })
    const raw = smtp.mails.filter((mail) => mail.to.includes(to)).at(-1)
    const headers = raw ? headersOf(raw) : []
    expect(headers).toContain(`Message-ID: <delivery.${delivery?.id}@binnacle.example>`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  test('stops with one request of a mail program, and is asked again only by the owner', async () => {
    const to = 'sten@example.com'
    await stage.addSubscription('sub-stop', { [stage.people.owner.id]: 'owner' })
    const question = await stage.addConfirmed('stopped', to, 'sub-stop')
    await stage.publishTo('sub-stop', 'Wanted')
    const [, alert] = await smtp.waitFor(2, to)
    const stop = stage.linkIn(alert?.text, 'stop')
    expect((await stage.visit('GET', stop)).text).toContain('Stop these e-mails')
    expect(await stage.receiverOf('stopped', 'sub-stop')).toBe('confirmed')
    const form = 'List-Unsubscribe=One-Click'
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await stage.visit('POST', stop, form, type)).status).toBe(200)
    }
    expect(await stage.receiverOf('stopped', 'sub-stop')).toBe('stopped')
    await stage.publishTo('sub-stop', 'Not wanted')
    const path = stage.pathOf('stopped', 'sub-stop')
    for (const body of [{ enabled: false }, { enabled: true }])
      await stage.call('PATCH', path, body)
    await stage.addMail('stopped', to, {}, 'sub-stop')
    expect(await stage.receiverOf('stopped', 'sub-stop')).toBe('stopped')
    await stage.visit('POST', question)
    expect(await stage.receiverOf('stopped', 'sub-stop')).toBe('stopped')
    expect(smtp.list(to)).toHaveLength(2)

    const asked = await stage.call('POST', `${path}/confirmation`)
    expect([asked.status, asked.body.receiver]).toEqual([202, 'waiting'])
    const [, , again] = await smtp.waitFor(3, to)
    await stage.visit('POST', stage.linkIn(again?.text))
    await stage.publishTo('sub-stop', 'Wanted again')
    expect((await smtp.waitFor(4, to)).at(-1)?.title).toBe('Wanted again')
    expect((await stage.visit('POST', stop)).status).toBe(404)
    expect(await stage.receiverOf('stopped', 'sub-stop')).toBe('confirmed')
  })

  test('at another address is asked anew; what waited for the one before is held', async () => {
    await stage.addSubscription('sub-move', { [stage.people.owner.id]: 'owner' })
    await stage.addConfirmed('moved', 'old@example.com', 'sub-move')
    await stage.addMail('moved', 'new@example.com', {}, 'sub-move')
    expect(await stage.receiverOf('moved', 'sub-move')).toBe('waiting')
    await smtp.waitFor(1, 'new@example.com')
    await stage.publishTo('sub-move', 'Nobody gets it')
    await stage.addMail('moved', 'NEW@example.com', {}, 'sub-move')
    expect(smtp.list('old@example.com')).toHaveLength(1)
    expect(smtp.list('new@example.com')).toHaveLength(1)
  })
})

test('a mail that the server refuses is tried again, and the answer is shown', async () => {
  const to = 'full@example.com'
  await stage.addSubscription('sub-full', { [stage.people.owner.id]: 'owner' })
  await stage.addConfirmed('full', to, 'sub-full')
  stage.refuse(to, { code: 452, text: 'mailbox full' }, 1)
  await stage.publishTo('sub-full', 'Tried twice')
  await smtp.waitFor(2, to)
  await expect
    .poll(async () => (await stage.listDeliveries('full', 'sub-full'))[0])
    .toMatchObject({ state: 'delivered', attempts: [{ status: 452 }, { status: 250 }] })
  const [delivery] = await stage.listDeliveries('full', 'sub-full')
  expect(delivery?.attempts[0]?.reason).toContain('mailbox full')
})

test('what is beyond the mails of a day is held, and the list says why', async () => {
  const to = 'busy@example.com'
  await stage.addSubscription('sub-busy', { [stage.people.owner.id]: 'owner' })
  await stage.addConfirmed('busy', to, 'sub-busy')
  for (let n = 1; n <= 4; n++) await stage.publishTo('sub-busy', `Event ${n}`)
  const states = async () =>
    (await stage.listDeliveries('busy', 'sub-busy')).map(({ state }) => state)
  await expect.poll(states).toEqual(['held', 'delivered', 'delivered', 'delivered'])
  const [held] = await stage.listDeliveries('busy', 'sub-busy')
  expect(held?.attempts[0]?.reason).toContain('3 e-mails per day')
  expect(smtp.list(to)).toHaveLength(4)
  const shown = await stage.call('GET', stage.pathOf('busy', 'sub-busy'))
  expect(shown.body.failingSince).toBeUndefined()
})

test('tests and messages that are sent again count among the mails of a day; a test is not sent again', async () => {
  const to = 'tess@example.com'
  await stage.addSubscription('sub-tests', { [stage.people.owner.id]: 'owner' })
  await stage.addConfirmed('tested', to, 'sub-tests')
  const path = stage.pathOf('tested', 'sub-tests')
  const newest = async () => (await stage.listDeliveries('tested', 'sub-tests'))[0]
  const send = async () => {
    await stage.call('POST', `${path}/test`)
    await expect.poll(async () => (await newest())?.state).not.toBe('pending')
    return newest()
  }
  const first = await send()
  const again = await stage.call('POST', `${path}/replay`, { deliveryId: first?.id })
  expect([again.status, again.body.error.code]).toEqual([409, 'DeliveryIsTest'])
  await stage.publishTo('sub-tests', 'Sent twice')
  await smtp.waitFor(3, to)
  await expect.poll(async () => (await newest())?.state).toBe('delivered')
  await stage.call('POST', `${path}/replay`, { deliveryId: (await newest())?.id })
  await smtp.waitFor(4, to)
  expect((await send())?.state).toBe('held')
  expect(smtp.list(to)).toHaveLength(4)
})

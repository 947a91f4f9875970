import { describe, expect, test } from 'vitest'
import { bodiesOf, headersOf } from '../../../../test/support/mail/smtp.ts'
import { useReceivers } from '../../../../test/support/server/receivers.ts'

const stage = await useReceivers({ RATE_LIMITS: 'anonymousBurst=60,anonymousPerSecond=1' })
const { smtp } = stage

const add = async (subscription: string) =>
  stage.addSubscription(subscription, { [stage.people.owner.id]: 'owner' })

describe('the links of a receiver', () => {
  test('cannot be guessed, exchanged or changed', async () => {
    await add('sub-guess')
    await stage.addMail('asked', 'gil@example.com', {}, 'sub-guess')
    await stage.addMail('other', 'gil@example.com', {}, 'sub-guess')
    const mails = await smtp.waitFor(2, 'gil@example.com')
    const [one = '', other = ''] = mails.map(({ text }) => stage.linkIn(text))
    const [content = '', signature = ''] = one.slice(one.lastIndexOf('/') + 1).split('.')
    const base = one.slice(0, one.lastIndexOf('/'))
    const flipped = (content.startsWith('A') ? 'B' : 'A') + content.slice(1)
    const guesses = [
      `${base}/${flipped}.${signature}`,
      `${base}/${content}.${other.split('.').at(-1)}`,
      `${base}/${content}.${'A'.repeat(43)}`,
      `${base}/${content}`,
      `${base}/%00`,
      one.replace('/confirm/', '/stop/'),
    ]
    for (const guess of guesses) {
      expect((await stage.visit('GET', guess)).status).toBe(404)
      expect((await stage.visit('POST', guess)).status).toBe(404)
    }
    for (const name of ['asked', 'other']) {
      expect(await stage.receiverOf(name, 'sub-guess')).toBe('waiting')
    }
  })

  test('do nothing when they are only opened, whatever opens them', async () => {
    await add('sub-open')
    await stage.addMail('opened', 'olaf@example.com', {}, 'sub-open')
    const [question] = await smtp.waitFor(1, 'olaf@example.com')
    const link = stage.linkIn(question?.text)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
      await stage.visit(method, link)
      expect(await stage.receiverOf('opened', 'sub-open')).toBe('waiting')
    }
    const { headers, text } = await stage.visit('GET', link)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).not.toContain('olaf@example.com')
    expect(stage.server.logLines.join()).not.toContain(link.split('/').at(-1))
  })

  test('of an earlier question, and of one that is a week old, lead nowhere', async () => {
    await add('sub-old')
    await stage.addMail('old', 'ada@example.com', {}, 'sub-old')
    const [first] = await smtp.waitFor(1, 'ada@example.com')
    await stage.call('POST', `${stage.pathOf('old', 'sub-old')}/confirmation`)
    const [, second] = await smtp.waitFor(2, 'ada@example.com')
    expect((await stage.visit('POST', stage.linkIn(first?.text))).status).toBe(404)
    await stage.database.db
      .updateTable('notification')
      .set({ receiver_asked_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('subscription_id', '=', 'sub-old')
      .execute()
    expect((await stage.visit('POST', stage.linkIn(second?.text))).status).toBe(404)
    expect(await stage.receiverOf('old', 'sub-old')).toBe('waiting')
    await stage.call('DELETE', stage.pathOf('old', 'sub-old'))
    expect((await stage.visit('GET', stage.linkIn(second?.text))).status).toBe(404)
  })

  test('are limited for a network that tries many', async () => {
    const guess = `${stage.server.url}/notifications/v1/receivers/stop/${'A'.repeat(60)}.${'A'.repeat(43)}`
    const statuses = new Set<number>()
    for (let n = 0; n < 100; n++) statuses.add((await stage.visit('GET', guess)).status)
    expect([...statuses].sort()).toEqual([404, 429])
  })
})

test('an address gets five questions a day, from however many subscriptions', async () => {
  const to = 'victim@example.com'
  for (let n = 1; n <= 4; n++) await add(`sub-flood-${n}`)
  const statuses: string[] = []
  for (let n = 1; n <= 4; n++) {
    for (const name of ['a', 'b']) {
      const spelling = name === 'a' ? to : `Victim+${n}@example.com`
      const { status, body } = await stage.addMail(name, spelling, {}, `sub-flood-${n}`)
      statuses.push(status === 200 ? 'asked' : body.error.code)
    }
  }
  expect(statuses.filter((status) => status === 'asked')).toHaveLength(5)
  expect(statuses.slice(5)).toEqual(Array(3).fill('ConfirmationNotSent'))
  const left = await stage.call('GET', stage.pathOf('b', 'sub-flood-4'))
  expect(left.status).toBe(404)
  const ofVictim = () => smtp.list().filter((mail) => /^victim/i.test(mail.to))
  await expect.poll(() => ofVictim().length).toBe(5)
})

test('a question has no text that its sender chose, such as a name that is a web site', async () => {
  const to = 'nora@example.com'
  await add('sub-name')
  await stage.addMail('www.evil-offer.com', to, {}, 'sub-name')
  const [question] = await smtp.waitFor(1, to)
  expect(question?.text).toContain('sub-name')
  expect(`${question?.title} ${question?.text}`).not.toContain('evil-offer')
})

test.each([
  'victim@example.com\r\nBcc: all@example.com',
  'victim@example.com, other@example.com',
  'Victim <victim@example.com>',
  '"a b"@example.com',
  'victim@example.invalid',
  'vi\u212atim@example.com',
  'victim@\uff45xample.com',
])('an address is one mailbox: %j', async (address) => {
  const refused = await stage.addMail('odd', address)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'InvalidAddress'])
})

test('a title writes no header and no markup', async () => {
  const to = 'hugo@example.com'
  await add('sub-title')
  await stage.addConfirmed('title', to, 'sub-title')
  const title =
    'Lamps\r\nBcc: all@example.com\r\n\r\n<b>bold</b> <a href="https://evil.example">x</a>'
  await stage.publishTo('sub-title', title)
  await smtp.waitFor(2, to)
  const raw = smtp.mails.filter((mail) => mail.to.includes(to)).at(-1)
  const headers = raw ? headersOf(raw) : []
  expect(headers.filter((line) => /^bcc:/i.test(line))).toEqual([])
  const [, html = ''] = raw ? bodiesOf(raw) : []
  expect(html).not.toMatch(/<b>|href="https:\/\/evil/)
  expect(raw?.to).toEqual([to])
})

/** Last, because it uses up what this network may ask for. */
test('a link is not limited while it leads somewhere, and is once its notification is deleted', async () => {
  const to = 'lena@example.com'
  await add('sub-links')
  await stage.addMail('links', to, {}, 'sub-links')
  const [question] = await smtp.waitFor(1, to)
  const open = async () => (await stage.visit('GET', stage.linkIn(question?.text))).status
  for (let n = 0; n < 100; n++) expect(await open()).toBe(200)
  await stage.call('DELETE', stage.pathOf('links', 'sub-links'))
  const statuses = new Set<number>()
  for (let n = 0; n < 100; n++) statuses.add(await open())
  expect([...statuses].sort()).toEqual([404, 429])
})

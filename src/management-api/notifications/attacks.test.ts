import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { useNotifications } from '../../../test/support/server/notifications.ts'

const stage = await useNotifications()
const { receiver } = stage
afterEach(() => receiver.answerWith((_call, response) => response.writeHead(204).end()))

/** Sends a test to the address, and answers the first attempt. */
async function seeAttempt(name: string, input: object = {}) {
  await stage.addWebhook(name, input)
  await stage.call('POST', `${stage.pathOf(name)}/test`)
  const first = async () => (await stage.listDeliveries(name))[0]?.attempts[0]
  await expect.poll(first).toBeDefined()
  return first()
}

describe('a destination cannot be', () => {
  test.each([
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/machine?comp=goalstate',
    'https://[::ffff:192.168.0.1]/hook',
    'https://127.0.0.1:1/hook',
    'https://2130706433/hook',
  ])('a private address: %s', async (address) => {
    const refused = await stage.call('PUT', stage.pathOf('inside'), { kind: 'webhook', address })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'InvalidAddress'])
    expect(refused.body.error.message).toContain('OUTGOING_EXCEPTIONS')
  })

  test('a name that leads to a private address once it is called', async () => {
    const before = receiver.calls.length
    const { port } = new URL(receiver.url('/'))
    const found = await seeAttempt('rebound', { address: `https://localhost:${port}/hook` })
    expect(found?.status).toBeUndefined()
    expect(found?.reason).toBe('The name localhost does not resolve to a public address.')
    const nowhere = await seeAttempt('nowhere', { address: 'https://no-such-name.invalid/hook' })
    expect(nowhere?.reason).toBe(
      'The name no-such-name.invalid does not resolve to a public address.',
    )
    expect(receiver.calls).toHaveLength(before)
    expect(stage.server.logLines.join()).toMatch(/it resolves to \S+, which is not public/)
  })

  test('left by a redirect', async () => {
    receiver.answerWith((call, response) =>
      response.writeHead(307, { location: receiver.url('/elsewhere') }).end(call.path),
    )
    expect(await seeAttempt('moved')).toMatchObject({ status: 307 })
    expect(receiver.callsTo('/elsewhere')).toEqual([])
  })
})

describe('an answer', () => {
  test('that has no end is read to 64 KiB, and its first KiB is kept', async () => {
    let sent = 0
    receiver.answerWith((_call, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
        response.once('drain', more)
      }
      more()
    })
    const found = await seeAttempt('endless')
    expect([found?.status, found?.answer]).toEqual([200, 'x'.repeat(1024)])
    const before = sent
    await delay(200)
    expect(sent).toBe(before)
  })

  test('that comes byte by byte ends after ten seconds', async () => {
    receiver.answerWith(async (_call, response) => {
      response.writeHead(200)
      const closed = once(response, 'close').then(() => true)
      while (!(await Promise.race([closed, delay(500, false)]))) response.write('x')
    })
    const found = await seeAttempt('dripping')
    expect(found?.reason).toBe('it did not respond within 10 s')
    expect(found?.durationMs).toBeLessThan(12_000)
  })

  test('with control characters and half characters is stored without them', async () => {
    receiver.answerWith((_call, response) =>
      response.writeHead(200).end(Buffer.from([0x61, 0x00, 0x1b, 0xff, 0x62])),
    )
    expect((await seeAttempt('binary'))?.answer).toMatch(/^a \uFFFDb$/)
  })
})

describe('a message', () => {
  test('has no header that somebody else wrote', async () => {
    const injected = 'x\r\nX-Evil: 1\r\n\r\nGET / HTTP/1.1'
    const address = receiver.url(`/injected\r\nX-Evil: 1`)
    const refused = await stage.call('PUT', stage.pathOf(encodeURIComponent(injected)), {
      kind: 'webhook',
      address,
    })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'InvalidNotificationName'])
    await stage.addWebhook('plain', { address })
    const properties = { title: injected, summary: injected, description: injected }
    const audience = { kind: 'subscriptions', subscriptions: ['sub-a'] }
    await stage.publish({ audience, properties })
    const arrived = () => receiver.calls.find(({ path }) => path.startsWith('/injected'))
    await expect.poll(arrived).toBeDefined()
    const { headers = {}, body = '' } = arrived() ?? {}
    expect(Object.keys(headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
    expect(JSON.parse(body).data.properties.title).toBe(injected)
  })

  test('is no valid one at another time, under another id, or with another text', async () => {
    const secret = await stage.addWebhook('replayed')
    await stage.call('POST', `${stage.pathOf('replayed')}/test`)
    await expect.poll(() => receiver.callsTo('/replayed').length).toBe(1)
    const [call] = receiver.callsTo('/replayed')
    const { body = '', headers = {} } = call ?? {}
    const webhook = new Webhook(secret)
    expect(() => webhook.verify(body, headers)).not.toThrow()
    const late = String(Number(headers['webhook-timestamp']) - 3600)
    const changes = [{ 'webhook-timestamp': late }, { 'webhook-id': crypto.randomUUID() }]
    for (const change of changes) {
      expect(() => webhook.verify(body, { ...headers, ...change })).toThrow()
    }
    expect(() => webhook.verify(body.replace('true', 'null'), headers)).toThrow()
  })

  test('of a channel mentions nobody and hides no link', async () => {
    const title = '<!channel> <https://evil.example|click> [click](https://evil.example)'
    for (const kind of ['slack', 'teams']) await stage.addWebhook(`in-${kind}`, { kind })
    const audience = { kind: 'subscriptions', subscriptions: ['sub-a'] }
    await stage.publish({ audience, properties: { title, summary: 'x', description: 'x' } })
    const bodyAt = (path: string) => receiver.callsTo(path)[0]?.body
    await expect.poll(() => bodyAt('/in-slack') && bodyAt('/in-teams')).toBeDefined()
    expect(bodyAt('/in-slack')).toContain('&lt;!channel&gt;')
    expect(JSON.parse(bodyAt('/in-slack') ?? '').text).not.toMatch(/[<>]/)
    expect(bodyAt('/in-teams')).toContain('\\\\[click\\\\]\\\\(')
  })
})

import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { openProvider, type ProviderCall } from '../../../../test/support/http/provider.ts'
import { stateOf } from '../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'

const provider = await openProvider()
afterAll(provider.close)
const limits = { providerTimeoutMs: 3000, providerRetry: { retryLimit: 2, retryDelay: 0 } }
const quota = useQuota({ OUTGOING_EXCEPTIONS: `providers=${provider.host}` }, { limits })
let ada: Reader
let secret: string
let count = 0
beforeAll(async () => {
  ada = await quota.addReader('ada')
})

const NAME = 'Microsoft.Compute'
const setEndpoint = (url: string) =>
  quota.callAsOperator('PUT', `/quota/providers/${NAME}/endpoint`, { url })
/** A request of a new subscription, with the endpoint as it is, and what became of it. */
async function ask(limit = 30, until?: (details: Answer['body']) => boolean) {
  const sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
  const { body } = await quota.put(ada, sub, 'cores', limit)
  const details = await quota.waitForRequest(ada, sub, body.requestId, until)
  const [subRequest] = details.properties.value
  const status = await quota.send(ada, 'GET', quota.path(sub, `operationsStatus/${body.requestId}`))
  return {
    sub,
    id: body.requestId,
    subRequest,
    state: stateOf(details),
    code: status.body.error?.code,
    message: details.properties.message,
    limit: await quota.limitOf(ada, sub, 'cores'),
    calls: () => provider.calls.filter(({ key }) => key === subRequest.subRequestId),
  }
}
const lastGivenUp = async () => (await quota.callAsOperator('GET', '/quota/given-up')).body.value[0]
const answering = (status: number, body = '') =>
  provider.answerWith((_call, response) => response.writeHead(status).end(body))

describe('an endpoint', () => {
  test('is set with a secret that is shown once, and kept sealed', async () => {
    const { status, body } = await setEndpoint(provider.url)
    expect([status, body.url]).toEqual([200, provider.url])
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    secret = body.secret
    const shown = await quota.callAsOperator('GET', `/quota/providers/${NAME}`)
    expect(shown.body.endpoint).toBe(provider.url)
    expect(JSON.stringify(shown.body)).not.toContain('whsec_')
    const { rows } = await quota.database.db
      .selectFrom('quota_endpoint')
      .select('sealed_secret')
      .execute()
      .then((all) => ({ rows: all }))
    expect(rows[0]?.sealed_secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
    expect(rows[0]?.sealed_secret.toString('latin1')).not.toContain(secret)
  })

  test('has two secrets while one is replaced, and each call is signed with both', async () => {
    const path = `/quota/providers/${NAME}/endpoint/secrets`
    const added = await quota.callAsOperator('POST', path)
    expect([added.status, added.body.url]).toEqual([200, provider.url])
    const next = added.body.secret as string
    const [both] = (await ask()).calls() as [ProviderCall]
    for (const known of [secret, next]) provider.verify(known, both)
    const refused = await quota.callAsOperator('POST', path)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'PreviousSecretExists'])
    expect((await quota.callAsOperator('DELETE', `${path}/previous`)).status).toBe(204)
    const [one] = (await ask()).calls() as [ProviderCall]
    provider.verify(next, one)
    expect(() => provider.verify(secret, one)).toThrow()
    secret = next
  })

  test.each([
    ['http://example.com/quota', 'https'],
    ['ftp://example.com/quota', 'https'],
    ['https://ada:secret@example.com/', 'user name'],
    ['https://10.1.2.3/', 'not a public address'],
    ['https://169.254.169.254/latest', 'not a public address'],
    ['https://[::1]:8443/', 'not a public address'],
    ['https://[::ffff:127.0.0.1]/', 'not a public address'],
    ['https://2130706433/', 'not a public address'],
    ['nonsense', 'not a valid URL'],
  ])('%s is refused at once', async (url, why) => {
    const { status, body } = await setEndpoint(url)
    expect([status, body.error.code]).toEqual([400, 'InvalidEndpoint'])
    expect(body.error.message).toContain(why)
  })
})

describe('a provider that', () => {
  test('agrees: is called once, signed, and the limit is what was granted', async () => {
    answering(204)
    const asked = await ask()
    expect([asked.state, asked.limit]).toEqual(['Succeeded', 30])
    const [call, ...more] = asked.calls()
    if (!call) throw new Error('not called')
    expect(more).toEqual([])
    expect(provider.verify(secret, call)).toMatchObject({
      type: 'quota.limit-granted',
      data: { subscriptionId: asked.sub, resource: 'cores', limit: 30, location: 'eastus' },
    })
    expect(() => provider.verify(`whsec_${btoa('another')}`, call)).toThrow()
    expect(call.headers['idempotency-key']).toBe(asked.subRequest.subRequestId)
  })

  test('compares the time of a call with its own clock: product time does not move it', async () => {
    answering(204)
    quota.clock.aheadMs = 20 * 24 * 3600 * 1000
    const [call] = (await ask()).calls()
    quota.clock.aheadMs = 0
    if (!call) throw new Error('not called')
    expect(provider.verify(secret, call)).toMatchObject({ type: 'quota.limit-granted' })
  })

  test('refuses: its reason reaches the requester, and nothing changes', async () => {
    answering(409, JSON.stringify({ error: { message: 'No racks\u0000left\nhere.' } }))
    const asked = await ask()
    expect([asked.state, asked.code, asked.limit]).toEqual(['Failed', 'ProviderRefused', 20])
    expect(asked.message).toBe('The provider refused: No racks left here.')
    expect(asked.calls()).toHaveLength(1)
  })

  test('refuses at such length that it is cut within a character: ends at once all the same', async () => {
    answering(422, JSON.stringify({ message: `${'x'.repeat(499)}😀 no` }))
    const asked = await ask()
    expect([asked.code, asked.calls().length]).toEqual(['ProviderRefused', 1])
    expect(asked.message).toBe(`The provider refused: ${'x'.repeat(499)}😀`)
  })

  test('answers 500 at first: is called again with the same key and body', async () => {
    provider.answerWith((_call, response, nth) => response.writeHead(nth < 3 ? 500 : 200).end())
    const asked = await ask()
    expect([asked.state, asked.calls().length]).toEqual(['Succeeded', 3])
    expect(new Set(asked.calls().map(({ body }) => body)).size).toBe(1)
  })

  test('answers 500 for ever: is given up, and operators see why', async () => {
    answering(500)
    const asked = await ask()
    expect([asked.state, asked.code, asked.limit]).toEqual(['Failed', 'ProviderUnavailable', 20])
    expect(asked.calls()).toHaveLength(3)
    expect(await lastGivenUp()).toMatchObject({
      subRequestId: asked.subRequest.subRequestId,
      tries: 3,
      lastError: 'it responded with 500',
      code: 'ProviderUnavailable',
    })
  })

  test('hangs: is given its time, and no more', async () => {
    provider.answerWith(() => undefined)
    const asked = await ask()
    expect([asked.state, asked.code, asked.calls().length]).toEqual([
      'Failed',
      'ProviderUnavailable',
      3,
    ])
    expect((await lastGivenUp()).lastError).toBe('it did not respond within 3 s')
  })

  test('hangs in the middle of its answer: is called again', async () => {
    provider.answerWith((_call, response, nth) => {
      response.writeHead(200)
      if (nth === 1) response.write('{')
      else response.end()
    })
    const asked = await ask()
    expect([asked.state, asked.calls().length]).toEqual(['Succeeded', 2])
  })

  test('agrees at more length than is read: has agreed', async () => {
    provider.answerWith((_call, response) => response.writeHead(200).write('x'.repeat(70_000)))
    const asked = await ask()
    expect([asked.state, asked.calls().length]).toEqual(['Succeeded', 1])
  })

  test('answers twice: its first word counts', async () => {
    provider.answerWith((_call, response) => {
      response.socket?.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n',
      )
    })
    const asked = await ask()
    expect([asked.state, asked.calls().length]).toEqual(['Succeeded', 1])
  })

  test('redirects: is not followed', async () => {
    provider.answerWith((_call, response) =>
      response.writeHead(307, { location: `${provider.url}/elsewhere` }).end(),
    )
    const asked = await ask()
    expect([asked.state, asked.code]).toEqual(['Failed', 'ProviderEndpointUnusable'])
    expect(asked.calls()).toHaveLength(1)
    expect(await lastGivenUp()).toMatchObject({
      subRequestId: asked.subRequest.subRequestId,
      tries: 1,
      lastError: 'it responded with 307, and redirects are not followed',
      code: 'ProviderEndpointUnusable',
    })
    expect(quota.server.logLines.join()).toContain('endpoint not usable')
  })

  test('cuts the line: is called again', async () => {
    provider.answerWith((_call, response, nth) => {
      if (nth < 2) response.socket?.destroy()
      else response.writeHead(200).end()
    })
    expect((await ask()).state).toBe('Succeeded')
  })

  test('answers late, after somebody asked for something else: they are told to wait', async () => {
    let held: ServerResponse | undefined
    provider.answerWith((_call, response) => {
      held = response
    })
    const sub = `sub-${count++}`
    await quota.addSubscription(sub, { [ada.id]: 'owner' })
    const first = await quota.put(ada, sub, 'cores', 30)
    while (!held) await delay(20)
    const second = await quota.put(ada, sub, 'cores', 31)
    expect([second.status, second.body.error.code]).toEqual([409, 'QuotaRequestInProgress'])
    expect(second.body.error.message).toContain(first.body.requestId)
    expect((await quota.put(ada, sub, 'cores', 30)).body.requestId).toBe(first.body.requestId)
    held.writeHead(200).end()
    const details = await quota.waitForRequest(ada, sub, first.body.requestId)
    expect([stateOf(details), await quota.limitOf(ada, sub, 'cores')]).toEqual(['Succeeded', 30])
    answering(204)
    const third = await quota.put(ada, sub, 'cores', 31)
    expect(stateOf(await quota.waitForRequest(ada, sub, third.body.requestId))).toBe('Succeeded')
  })

  test('has a name that leads inside: is not called', async () => {
    answering(204)
    const { status } = await setEndpoint('https://localhost:8443/quota')
    const asked = await ask()
    expect([status, asked.state, asked.code]).toEqual([200, 'Failed', 'ProviderEndpointUnusable'])
    expect([asked.calls(), asked.message.includes('127.0.0.1')]).toEqual([[], false])
    expect((await lastGivenUp()).lastError).toContain('does not resolve to a public address')
  })

  test('has a secret that no key here opens: is not called, and operators are told', async () => {
    await setEndpoint(provider.url)
    await quota.database.db
      .updateTable('quota_endpoint')
      .set({ sealed_secret: Buffer.alloc(80) })
      .execute()
    const asked = await ask()
    expect([asked.state, asked.code]).toEqual(['Failed', 'ProviderEndpointUnusable'])
    expect(asked.calls()).toEqual([])
    const { subRequestId, tries, lastError } = await lastGivenUp()
    expect([subRequestId, tries]).toEqual([asked.subRequest.subRequestId, 1])
    expect(lastError).toContain('set the endpoint again')
  })

  test('is no longer to be told: the grant stands by itself', async () => {
    await quota.callAsOperator('DELETE', `/quota/providers/${NAME}/endpoint`)
    const asked = await ask()
    expect([asked.state, asked.calls()]).toEqual(['Succeeded', []])
  })

  test('failed, and is no longer to be told: the grant stands at the next try', async () => {
    await setEndpoint(provider.url)
    provider.answerWith((_call, response) => {
      const answer = () => response.writeHead(500).end()
      void quota.callAsOperator('DELETE', `/quota/providers/${NAME}/endpoint`).then(answer)
    })
    const asked = await ask()
    expect([asked.state, asked.limit, asked.calls().length]).toEqual(['Succeeded', 30, 1])
  })
})

test('calls are measured by outcome', async () => {
  const countCalls = async (outcome: string) => {
    const { values } = await quota.server.metrics.providerCalls.get()
    const isCount = ({ metricName = '' }) => metricName.endsWith('_count')
    return values.filter(isCount).find(({ labels }) => labels.outcome === outcome)?.value
  }
  await setEndpoint(provider.url)
  const before = [await countCalls('done'), await countCalls('refused')]
  answering(204)
  await ask()
  answering(400)
  await ask()
  expect([await countCalls('done'), await countCalls('refused')]).toEqual(
    before.map((count) => (count ?? 0) + 1),
  )
})

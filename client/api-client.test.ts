import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { appManagementClient, dataOf, operatorClient, quotaClient } from './api-client.ts'
import { toApiError } from './api-error.ts'
import { listAll } from './pages.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

let answers: Answer[] = []
type Seen = { authorization: string | undefined; body: string }
let seen: Seen[] = []
let targets: (string | undefined)[] = []
let apiTokens: unknown[] = []

const server = createServer(async (request, response) => {
  targets.push(request.url)
  apiTokens.push(request.headers['x-api-token'])
  seen.push({ authorization: request.headers.authorization, body: await read(request) })
  const { status, body, headers } = answers.shift() ?? { status: 500 }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? '' : JSON.stringify(body))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())
beforeEach(() => {
  seen = []
  targets = []
  apiTokens = []
})

async function read(request: IncomingMessage): Promise<string> {
  return (await request.toArray()).join('')
}

const client = (renewed?: string) =>
  appManagementClient(baseUrl, { find: async () => 'old', renew: async () => renewed })

describe('a call', () => {
  test('carries the bearer and answers with the data', async () => {
    answers = [{ status: 200, body: [{ name: 'tides' }] }]
    expect(await dataOf(client().GET('/v0.1/apps'))).toEqual([{ name: 'tides' }])
    expect(seen).toEqual([{ authorization: 'Bearer old', body: '' }])
  })

  test('refused with 401 is sent once more with a new bearer, body and all', async () => {
    answers = [{ status: 401 }, { status: 201, body: { name: 'Tides' } }]
    const body = { display_name: 'Tides', os: 'Linux', platform: 'Custom' } as const
    await dataOf(client('new').POST('/v0.1/apps', { body }))
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual(body)
  })

  test('goes the way it is told to, and a new try the usual one', async () => {
    answers = [{ status: 200, body: [] }]
    const ways: string[] = []
    const other = appManagementClient(
      baseUrl,
      { find: async () => 'old', renew: async () => 'new' },
      async (request) => {
        ways.push(`${request.url} ${request.headers.get('authorization')}`)
        return new Response(null, { status: 401 })
      },
    )
    expect(await dataOf(other.GET('/v0.1/apps'))).toEqual([])
    expect(ways).toEqual([`${baseUrl}/v0.1/apps Bearer old`])
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer new'])
  })

  describe('refused because it needs a second factor', () => {
    const headers = {
      'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="900"',
    }
    const confirmation = { url: 'https://b.example/oauth2/confirm/x', code: 'BCDF-GHJK' }
    const fields = { confirm_url: confirmation.url, confirm_code: confirmation.code }
    const refusals = {
      'area A': { code: 'SecondFactorRequired', message: 'More.', statusCode: 401, ...fields },
      operators: { error: { code: 'SecondFactorRequired', message: 'More.', ...fields } },
    }
    const body = { display_name: 'Tides', os: 'Linux', platform: 'Custom' } as const
    const post = (confirm?: () => Promise<boolean>) => {
      const bearer = { find: async () => 'old', renew: async () => 'new' }
      const confirming = confirm ? { ...bearer, confirm } : bearer
      return appManagementClient(baseUrl, confirming).POST('/v0.1/apps', { body })
    }

    test.each(Object.entries(refusals))(
      'is sent again once it was given: %s',
      async (_of, refusal) => {
        answers = [
          { status: 401, body: refusal, headers },
          { status: 201, body: { name: 'Tides' } },
        ]
        const confirmed: unknown[] = []
        const confirm = async (...given: unknown[]) => confirmed.push(...given) > 0
        await dataOf(post(confirm))
        expect(confirmed).toEqual([confirmation])
        expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer old'])
        expect(JSON.parse(seen[1]?.body ?? '')).toEqual(body)
      },
    )

    test('is refused if it is refused again', async () => {
      const refused = { status: 401, body: refusals.operators, headers }
      answers = [refused, refused]
      await expect(post(async () => true)).rejects.toMatchObject({ code: 'SecondFactorRequired' })
      expect(seen.length).toBe(2)
    })

    test.each([
      ['nobody can give it', undefined],
      ['nobody gave it', async () => false],
    ])('is refused if %s, and the token is not renewed', async (_why, confirm) => {
      answers = [{ status: 401, body: refusals.operators, headers }]
      await expect(post(confirm)).rejects.toMatchObject({ status: 401, confirmation })
      expect(seen.length).toBe(1)
    })
  })

  test('refused twice is refused', async () => {
    answers = [{ status: 401 }, { status: 401 }]
    await expect(client('new').GET('/v0.1/apps')).rejects.toMatchObject({ status: 401 })
    expect(seen.length).toBe(2)
  })
})

describe('the other areas', () => {
  const nobody = { find: async () => undefined, renew: async () => undefined }
  const at = { subscriptionId: 's', providerId: 'P', location: 'l' }
  const list = (cursor?: string) =>
    dataOf(
      quotaClient(baseUrl, nobody, 'Contoso').GET(
        '/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}/serviceLimits',
        {
          params: {
            path: at,
            query: { 'api-version': '1', ...(cursor && { $skiptoken: cursor }) },
          },
        },
      ),
    )

  test('are asked under the vendor of the installation', async () => {
    answers = [{ status: 200, body: { value: [] } }]
    await list()
    expect(targets).toEqual([
      '/subscriptions/s/providers/Contoso.Capacity/resourceProviders/P/locations/l/serviceLimits?api-version=1',
    ])
  })

  test('are read page after page, by the marker and never by the address of a link', async () => {
    const nextLink = 'https://elsewhere.example/x?%24skipToken=m%26m'
    answers = [
      { status: 200, body: { value: [1], nextLink } },
      { status: 200, body: { value: [2, 3] } },
    ]
    expect(await listAll(list)).toEqual([1, 2, 3])
    expect(new URL(targets[1] ?? '', baseUrl).searchParams.get('$skiptoken')).toBe('m&m')
  })

  test('an API token has its own header', async () => {
    answers = [{ status: 200, body: [] }]
    const token = { find: async () => 't', renew: async () => undefined, isApiToken: true }
    await operatorClient(baseUrl, token).GET('/operator/v1/clients')
    expect([seen[0]?.authorization, apiTokens]).toEqual([undefined, ['t']])
  })
})

describe('a failure', () => {
  const headers = { 'x-ms-request-id': 'r-1' }
  test.each([
    ['under error', { error: { code: 'Conflict', message: 'Taken. Correlation ID: c-1' } }],
    ['by itself', { code: 'Conflict', message: 'Taken. Correlation ID: c-1', statusCode: 409 }],
  ])('has status, code, message and request id: %s', async (_shape, body) => {
    answers = [{ status: 409, body, headers }]
    await expect(client().GET('/v0.1/apps')).rejects.toMatchObject({
      status: 409,
      code: 'Conflict',
      message: 'Taken.',
      requestId: 'r-1',
    })
  })

  test.each([302, 308])('%s is not followed, and says where it pointed', async (status) => {
    const location = `${baseUrl.replace('127.0.0.1', 'localhost')}/v0.1/apps`
    answers = [
      { status, headers: { location } },
      { status: 200, body: [] },
    ]
    const token = { find: async () => 't', renew: async () => undefined, isApiToken: true }
    const call = appManagementClient(baseUrl, token).GET('/v0.1/apps')
    await expect(call).rejects.toMatchObject({
      status,
      code: 'Redirected',
      message: expect.stringContaining(`redirected this request to ${new URL(location).origin}.`),
    })
    expect(targets.length).toBe(1)
  })

  test('of a redirect that a browser hides says as much', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
    await expect(toApiError(hidden)).resolves.toMatchObject({ code: 'Redirected' })
  })

  test('without a body of ours says its status', async () => {
    answers = [{ status: 502 }]
    await expect(client().GET('/v0.1/apps')).rejects.toMatchObject({ code: 'HTTP 502' })
  })

  test('without an answer has status 0', async () => {
    const nobody = appManagementClient('http://127.0.0.1:1', {
      find: async () => undefined,
      renew: async () => undefined,
    })
    await expect(nobody.GET('/v0.1/apps')).rejects.toMatchObject({ status: 0, code: 'NoAnswer' })
  })
})

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { appManagementClient, dataOf } from './api-client.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

let answers: Answer[] = []
let seen: { authorization: string | undefined; body: string }[] = []

const server = createServer(async (request, response) => {
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

  test('refused twice is refused', async () => {
    answers = [{ status: 401 }, { status: 401 }]
    await expect(client('new').GET('/v0.1/apps')).rejects.toMatchObject({ status: 401 })
    expect(seen.length).toBe(2)
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

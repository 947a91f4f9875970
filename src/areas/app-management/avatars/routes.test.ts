import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { sendRaw } from '../../../../test/support/http/send-raw.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  env: { BASE_URL: 'https://apps.example.com' },
})
const narrow = useServer({
  databaseUrl: database.url,
  env: { TRUST_PROXY: '127.0.0.1', ANONYMOUS_BURST: '3', ANONYMOUS_PER_SECOND: '0.01' },
})
const call = caller(server)

let ada: Person
let app: Awaited<ReturnType<typeof insertApp>>
beforeAll(async () => {
  ada = await insertPerson(database.db)
  app = await insertApp(database.db, { ...ada, kind: 'user' })
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function form(bytes: Buffer, part = 'avatar'): FormData {
  const data = new FormData()
  data.set(part, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'logo.png')
  return data
}

describe('POST and DELETE …/avatar', () => {
  test('200: the app shows the picture, to anybody, until it is removed', async () => {
    const { status, body } = await call(ada.token, 'POST', `${app.path}/avatar`, form(PNG))
    expect(status).toBe(200)
    const { origin, pathname } = new URL(body.icon_url)
    expect(origin).toBe('https://apps.example.com')
    const picture = await fetch(`${server.url}${pathname}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('cache-control')).toContain('immutable')
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    const removed = await call(ada.token, 'DELETE', `${app.path}/avatar`)
    expect([removed.status, removed.body.icon_url]).toEqual([200, null])
  })

  test('200: the same for an organization', async () => {
    const org = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const path = `/v0.1/orgs/${org.name}/avatar`
    const shown = await call(ada.token, 'POST', path, form(PNG))
    expect(shown.body.avatar_url).toMatch(/\/v0\.1\/public\/pictures\/[0-9a-f]{64}$/)
    expect((await call(ada.token, 'DELETE', path)).body.avatar_url).toBe(null)
  })

  test('400: no picture, in another part, or none that we show', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const body of [{}, form(PNG, 'logo'), form(svg), form(Buffer.alloc(0))]) {
      expect((await call(ada.token, 'POST', `${app.path}/avatar`, body)).status).toBe(400)
    }
    const large = Buffer.concat([PNG, randomBytes(1024 * 1024)])
    const refused = await call(ada.token, 'POST', `${app.path}/avatar`, form(large))
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('larger than 1 MiB'),
    ])
  })
})

describe('uploads that are not what they should be', () => {
  const send = (lines: string[], body: string) => {
    const head = [`POST ${app.path}/avatar HTTP/1.1`, 'Host: x', 'Connection: close', ...lines]
    return sendRaw(server.url, `${head.join('\r\n')}\r\nX-API-Token: ${ada.token}\r\n\r\n${body}`)
  }
  const MULTIPART = 'Content-Type: multipart/form-data; boundary=x'

  test.each([
    ['cut off', [MULTIPART, 'Content-Length: 3'], '--x', 400],
    ['another boundary', [MULTIPART, 'Content-Length: 9'], '--y\r\n\r\n--', 400],
    ['no boundary', ['Content-Type: multipart/form-data', 'Content-Length: 3'], '--x', 400],
    ['text', ['Content-Type: text/plain', 'Content-Length: 3'], 'abc', 400],
    ['no bytes', [MULTIPART, 'Transfer-Encoding: chunked'], '0\r\n\r\n', 411],
    ['no length', [MULTIPART], '', 411],
  ])('%s', async (_what, lines, body, status) => {
    expect((await send(lines, body)).split(' ')[1]).toBe(String(status))
  })

  test('a form of many megabytes is not read to its end', async () => {
    const data = form(PNG)
    data.set('more', 'x'.repeat(3 * 1024 * 1024))
    expect((await call(ada.token, 'POST', `${app.path}/avatar`, data)).status).toBe(413)
  })
})

describe('GET /v0.1/public/pictures/{hash}', () => {
  async function upload(): Promise<string> {
    const body = form(Buffer.concat([PNG, randomBytes(100)]))
    const { icon_url } = (await call(ada.token, 'POST', `${app.path}/avatar`, body)).body
    return new URL(icon_url).pathname
  }

  test('200 with an ETag, and 304 to who has it', async () => {
    const path = await upload()
    const { headers } = await fetch(`${server.url}${path}`)
    const etag = headers.get('etag') ?? ''
    expect(etag).toBe(`"${path.split('/').at(-1)}"`)
    const again = await fetch(`${server.url}${path}`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('cache-control')).toContain('immutable')
    const changed = { 'if-none-match': '"other"' }
    expect((await fetch(`${server.url}${path}`, { headers: changed })).status).toBe(200)
  })

  test('a second read does not ask the database', async () => {
    const path = await upload()
    const first = await (await fetch(`${server.url}${path}`)).arrayBuffer()
    await sql`delete from picture`.execute(database.db)
    const second = await (await fetch(`${server.url}${path}`)).arrayBuffer()
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  })

  test('429: more from one address than its allowance; another address has its own', async () => {
    const path = await upload()
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const response = await fetch(`${narrow.url}${path}`, { headers })
      await response.arrayBuffer()
      return response
    }
    for (let i = 0; i < 3; i++) expect((await ask('198.51.100.1')).status).toBe(200)
    const refused = await ask('198.51.100.1')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await ask('198.51.100.2')).status).toBe(200)
  })
})

test('404: a picture nobody uploaded', async () => {
  for (const hash of ['0'.repeat(64), 'x', '%00']) {
    expect((await fetch(`${server.url}/v0.1/public/pictures/${hash}`)).status).toBe(404)
  }
})

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { PAGE_HEADERS } from '../http/server/transport.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-portal-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<!-- settings --><script type="module" src="./assets/main-1.js"></script>',
)
writeFileSync(join(folder, 'assets/main-1.js'), 'export {}')
writeFileSync(join(folder, 'assets/main-1.js.br'), 'shorter')
afterAll(() => rmSync(folder, { recursive: true }))

const database = useDatabase()
const server = useServer({ databaseUrl: database.url, portalFolder: folder })
const below = useServer({
  databaseUrl: database.url,
  portalFolder: folder,
  env: { PUBLIC_URL: 'https://a.example', PORTAL_URL: 'https://a.example/console' },
})
const without = useServer({ databaseUrl: database.url, portalFolder: join(folder, 'nowhere') })

const navigation = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate' }
const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })

/** As a browser goes somewhere: `fetch` would say of itself that it is no navigation. */
async function visit(url: string, method = 'GET'): Promise<Response> {
  const sent = request(url, { method, headers: navigation }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = (await answer.toArray()).join('')
  const headers = answer.headers as Record<string, string>
  return new Response(body === '' ? null : body, { status: answer.statusCode ?? 0, headers })
}

describe('a page of the portal', () => {
  test.each(['/', '/apps', '/apps/ada/Tide-Tables?filter=x', '/signed-in?code=1'])(
    '200: %s',
    async (path) => {
      const response = await visit(`${server.url}${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('src="/assets/main-1.js"')
    },
  )

  test('HEAD is answered like GET, without the page', async () => {
    const response = await visit(`${server.url}/apps`, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('each has a nonce of its own, the same in page and policy', async () => {
    const nonces = await Promise.all(
      ['/', '/apps'].map(async (path) => {
        const response = await visit(`${server.url}${path}`)
        const [, nonce] = /nonce="([^"]+)"/.exec(await response.text()) ?? []
        const policy = response.headers.get('content-security-policy') ?? ''
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`)
        expect(policy).toContain("default-src 'none'; script-src 'self';")
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  test('holds the addresses of the settings', async () => {
    const page = await (await visit(`${below.url}/console/`)).text()
    expect(page).toContain('<meta name="binnacle-base-url" content="https://a.example">')
    expect(page).toContain('<meta name="binnacle-issuer" content="https://a.example/oauth2">')
    expect(page).toContain('src="/console/assets/main-1.js"')
  })
})

describe('addresses of others stay theirs', () => {
  test.each([
    '/v0.1/nothing',
    '/subscriptions/nothing',
    '/providers/nothing',
    '/oauth2/nothing',
    '/operator/nothing',
    '/assets/nothing.js',
  ])('%s is no page', async (path) => {
    const response = await visit(`${server.url}${path}`)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.get('content-type')).toContain('application/json')
  })

  test('404: a script that asks for an address nobody has', async () => {
    expect((await get(`${server.url}/apps`)).status).toBe(404)
    expect((await visit(`${server.url}/apps`, 'POST')).status).toBe(404)
  })

  test('404: outside the path of PORTAL_URL', async () => {
    expect((await visit(`${below.url}/apps`)).status).toBe(404)
    expect((await visit(`${below.url}/console/apps`)).status).toBe(200)
  })
})

describe('files', () => {
  test('200: kept for ever, compressed ahead', async () => {
    const headers = { 'accept-encoding': 'br' }
    const response = await get(`${server.url}/assets/main-1.js`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('content-type')).toContain('javascript')
  })

  test('200: compressed with gzip for whoever does not read Brotli, and not at all for others', async () => {
    const read = async (encoding: string) => {
      const headers = { 'accept-encoding': encoding }
      const response = await get(`${server.url}/assets/main-1.js`, { headers })
      expect(response.headers.get('vary')).toContain('accept-encoding')
      return [response.headers.get('content-encoding'), await response.text()]
    }
    expect(await read('gzip, deflate')).toEqual(['gzip', 'export {}'])
    // The second time from memory.
    expect(await read('gzip')).toEqual(['gzip', 'export {}'])
    expect(await read('identity')).toEqual([null, 'export {}'])
    expect(await read('gzip;q=0')).toEqual([null, 'export {}'])
  })

  test('206: a part is a part of the file, and HEAD has no body', async () => {
    const headers = { 'accept-encoding': 'gzip', range: 'bytes=0-5' }
    const part = await get(`${server.url}/assets/main-1.js`, { headers })
    expect([part.status, await part.text()]).toEqual([206, 'export'])
    const head = await get(`${server.url}/assets/main-1.js`, { method: 'HEAD', headers: {} })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '9'])
  })
})

describe('without a built portal', () => {
  test('302: the first page is the explorer; nothing else is the portal', async () => {
    const first = await visit(`${without.url}/`)
    expect([first.status, first.headers.get('location')]).toEqual([302, '/explorer/'])
    expect(Object.fromEntries(first.headers)).toMatchObject(PAGE_HEADERS)
    expect((await visit(`${without.url}/apps`)).status).toBe(404)
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const folder = mkdtempSync(join(tmpdir(), 'binnacle-portal-'))
writeFileSync(join(folder, 'index.html'), '<!-- settings -->')
afterAll(() => rmSync(folder, { recursive: true }))

const database = useDatabase()
const seal = openSeal(Buffer.alloc(32, 5))
const options = { databaseUrl: database.url, seal, portalFolder: folder }
const usual = useServer({ ...options, env: { PUBLIC_URL: ORIGIN } })
const off = useServer({ ...options, env: { PUBLIC_URL: ORIGIN, EXPLORER: 'false' } })
const offAlone = useServer({ databaseUrl: database.url, env: { EXPLORER: 'false' } })

const get = (url: string) => fetch(url, { redirect: 'manual' })
const explorerLinkOf = async (url: string) => {
  const page = await (await get(`${url}/`)).text()
  return /<meta name="binnacle-explorer-url" content="([^"]*)">/.exec(page)?.[1]
}
const signInStatus = async (url: string) => {
  const query = new URLSearchParams({
    client_id: 'explorer',
    response_type: 'token',
    redirect_uri: `${ORIGIN}/explorer/static/oauth2-redirect.html`,
    scope: 'user_impersonation',
  })
  return (await makeVisitor(ORIGIN, [url]).visit(`/oauth2/auth?${query}`)).status
}

describe('EXPLORER=false', () => {
  test.each(['/explorer', '/explorer/', '/explorer/static/swagger-ui-bundle.js', '/Explorer'])(
    '404: %s says where the operations are listed',
    async (path) => {
      expect((await get(`${usual.url}${path}`)).status).toBeLessThan(400)
      const response = await get(`${off.url}${path}`)
      expect(response.status).toBe(404)
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      expect(error.code).toBe('ExplorerOff')
      const [document = ''] = /\/openapi\/[\w-]+\.json/.exec(error.message) ?? []
      expect((await get(`${off.url}${document}`)).status).toBe(200)
    },
  )

  test('nobody can sign in to its client', async () => {
    expect([await signInStatus(usual.url), await signInStatus(off.url)]).toEqual([200, 400])
  })

  test('the page of the portal has no address of an explorer', async () => {
    expect(await explorerLinkOf(usual.url)).toBe(`${ORIGIN}/explorer/`)
    expect(await explorerLinkOf(off.url)).toBe('')
  })

  test('404: without a portal, nothing leads to it', async () => {
    expect((await get(`${offAlone.url}/`)).status).toBe(404)
  })
})

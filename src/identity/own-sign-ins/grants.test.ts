import { describe, expect, test } from 'vitest'
import {
  BACK,
  CLI,
  EVENTS,
  ORIGIN,
  useSignedInStage,
} from '../../../test/support/server/signed-in-stage.ts'

const stage = useSignedInStage()
const { signIn, signInImplicit, own, statuses, renew } = stage

describe('/v0.1/user/grants', () => {
  test('200: clients that were allowed something, each once, and not the portal', async () => {
    const laptop = await signIn()
    await signIn(CLI)
    await signIn(CLI)
    await signInImplicit()
    const { body } = await own(laptop.bearer, 'GET', '/grants')
    const granted_at = expect.any(String)
    expect(body).toHaveLength(2)
    expect(body).toContainEqual({
      client: { id: 'cli', name: 'Binnacle command line' },
      scopes: ['account', 'offline_access'],
      granted_at,
    })
    expect(body).toContainEqual({
      client: { id: 'spa', name: 'Client spa' },
      scopes: ['user_impersonation'],
      granted_at,
    })
  })

  test('204: withdrawn: its access and refresh tokens end, it must ask again, and others stay', async () => {
    const [laptop, cli] = [await signIn(), await signIn(CLI)]
    const spa = await signInImplicit()
    expect(await statuses(spa.bearer, EVENTS)).not.toContain(401)
    expect((await own(laptop.bearer, 'DELETE', '/grants/spa')).status).toBe(204)
    expect(await statuses(spa.bearer, EVENTS)).toEqual([401, 401])
    const asked = { client_id: 'spa', response_type: 'token', redirect_uri: BACK }
    const query = new URLSearchParams({ ...asked, scope: 'user_impersonation' })
    expect((await spa.who.visit(`/oauth2/auth?${query}`)).text).toContain('Allow access')
    expect(await statuses(cli.bearer)).toEqual([200, 200])
    expect((await own(laptop.bearer, 'DELETE', '/grants/cli')).status).toBe(204)
    expect(await statuses(cli.bearer)).toEqual([401, 401])
    expect(await renew('cli', cli.refresh)).toBe(400)
    expect((await own(laptop.bearer, 'GET', '/grants')).body).toEqual([])
    expect(await statuses(laptop.bearer)).toEqual([200, 200])
  })

  test('404: the portal, a client without a grant, and one of somebody else', async () => {
    const eve = await stage.insertSomebody('eve')
    const [laptop, cli] = [await signIn(), await signIn(CLI, eve.name)]
    for (const client of ['portal', 'spa', 'cli', 'nobody']) {
      expect((await own(laptop.bearer, 'DELETE', `/grants/${client}`)).status).toBe(404)
    }
    expect(await statuses(cli.bearer)).toEqual([200, 200])
  })
})

test('GET /v0.1/user/sign_in, 200: where to change the password, or who vouches for the account', async () => {
  const laptop = await signIn()
  expect((await own(laptop.bearer, 'GET', '/sign_in')).body).toEqual({
    password_set_at: expect.any(String),
    change_password_url: `${ORIGIN}/oauth2/change-password`,
    issuers: [],
  })
})

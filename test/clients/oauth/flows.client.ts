import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { PASSWORD } from '../../support/http/signer.ts'
import { beginCode, REDIRECT, ROBOT_SECRET, signIn, useInstallation } from './installation.ts'

const installation = useInstallation(useDatabase())
const robot = (secret = ROBOT_SECRET) =>
  installation.discover('robot', client.ClientSecretBasic(secret))

let web: client.Configuration
beforeAll(async () => {
  web = await installation.discover('web')
})

async function getTokens() {
  const browser = installation.browser()
  const { address, finish } = await beginCode(web)
  const tokens = await finish(await signIn(browser, await browser.visit(address)))
  return { browser, tokens, refreshToken: tokens.refresh_token ?? '' }
}

async function expectListeners(token: string): Promise<void> {
  // Twice each, so that both nodes are asked about both.
  for (const _node of installation.nodes) {
    const mine = await installation.readEvents(web, token, 'sub-a')
    expect(mine).toEqual({ status: 200, body: { value: [] } })
  }
  for (const _node of installation.nodes) {
    const foreign = await installation.readEvents(web, token, 'sub-b')
    expect([foreign.status, foreign.body.code]).toEqual([404, 'SubscriptionNotFound'])
  }
}

const refusal = (error: string) => expect.objectContaining({ error })

describe('discovery', () => {
  test('tells one issuer and what it can do, whichever node answers', async () => {
    const again = await installation.discover('web')
    expect(again.serverMetadata()).toEqual(web.serverMetadata())
    const issuer = `${installation.origin()}/oauth2`
    expect(web.serverMetadata()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/token/revocation`,
      jwks_uri: `${issuer}/jwks`,
    })
    expect(web.serverMetadata().supportsPKCE()).toBe(true)
    const { grant_types_supported } = web.serverMetadata()
    for (const grant of ['authorization_code', 'refresh_token', 'client_credentials', 'implicit']) {
      expect(grant_types_supported).toContain(grant)
    }
  })
})

describe('authorization code with PKCE', () => {
  test('a public client gets tokens that open what the account may see, and no more', async () => {
    const { tokens } = await getTokens()
    expect(tokens.token_type).toBe('bearer')
    expect(tokens.expiresIn()).toBeGreaterThan(0)
    expect(tokens.claims()).toMatchObject({ aud: 'web', sub: decodeJwt(tokens.access_token).sub })
    await expectListeners(tokens.access_token)
  })

  test('a code works once', async () => {
    const browser = installation.browser()
    const { address, finish } = await beginCode(web)
    const back = await signIn(browser, await browser.visit(address))
    await finish(back)
    await expect(finish(back)).rejects.toEqual(refusal('invalid_grant'))
  })

  test('max_age: the id token says when the person signed in', async () => {
    const browser = installation.browser()
    const startedS = Date.now() / 1000
    const { address, finish } = await beginCode(web, { max_age: '600' })
    const tokens = await finish(await signIn(browser, await browser.visit(address)), {
      maxAge: 600,
    })
    const { auth_time = 0 } = tokens.claims() ?? {}
    expect(auth_time).toSatisfy(Number.isInteger)
    expect(auth_time).toBeGreaterThan(startedS - 2)
    expect(auth_time).toBeLessThan(startedS + 60)
  })

  test('cancel: access_denied', async () => {
    const browser = installation.browser()
    const { address, finish } = await beginCode(web)
    const { url } = await browser.submit(await browser.visit(address), 'cancel')
    await expect(finish(url)).rejects.toEqual(refusal('access_denied'))
  })
})

describe('refresh', () => {
  test('each refresh token works once and brings the next; a used one ends them all', async () => {
    const { tokens: first, refreshToken } = await getTokens()
    const second = await client.refreshTokenGrant(web, refreshToken)
    const third = await client.refreshTokenGrant(web, second.refresh_token ?? '')
    const all = [first, second, third]
    expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(3)
    expect(new Set(all.map(({ access_token }) => access_token)).size).toBe(3)
    await expectListeners(third.access_token)
    for (const { refresh_token = '' } of [first, third]) {
      const refused = client.refreshTokenGrant(web, refresh_token)
      await expect(refused).rejects.toEqual(refusal('invalid_grant'))
    }
  })

  test('revoked: it is refused from then on, on every node; revoking it again is no error', async () => {
    const { refreshToken } = await getTokens()
    const next = await client.refreshTokenGrant(web, refreshToken)
    const latest = next.refresh_token ?? ''
    await client.tokenRevocation(web, latest, { token_type_hint: 'refresh_token' })
    for (const _node of installation.nodes) {
      const refused = client.refreshTokenGrant(web, latest)
      await expect(refused).rejects.toEqual(refusal('invalid_grant'))
    }
    await client.tokenRevocation(web, latest)
  })

  test('another client can neither use nor revoke it', async () => {
    const { refreshToken } = await getTokens()
    const spa = await installation.discover('spa')
    await expect(client.refreshTokenGrant(spa, refreshToken)).rejects.toEqual(
      expect.objectContaining({ status: 400 }),
    )
    for (const other of [spa, await robot()]) await client.tokenRevocation(other, refreshToken)
    const kept = await client.refreshTokenGrant(web, refreshToken)
    expect(kept.access_token).toEqual(expect.any(String))
  })
})

describe('client credentials', () => {
  test.each([
    ['basic', client.ClientSecretBasic(ROBOT_SECRET)],
    ['post', client.ClientSecretPost(ROBOT_SECRET)],
  ])('a service account gets a token, and no refresh token; secret by %s', async (_how, secret) => {
    const config = await installation.discover('robot', secret)
    const tokens = await client.clientCredentialsGrant(config, { scope: 'user_impersonation' })
    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.scope).toBe('user_impersonation')
    await expectListeners(tokens.access_token)
  })

  test('a wrong secret: invalid_client', async () => {
    const asked = client.clientCredentialsGrant(await robot('wrong'), {
      scope: 'user_impersonation',
    })
    await expect(asked).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic', parameters: { error: 'invalid_client' } }],
    })
  })

  test('an unknown scope: invalid_scope', async () => {
    const asked = client.clientCredentialsGrant(await robot(), { scope: 'nonsense' })
    await expect(asked).rejects.toEqual(refusal('invalid_scope'))
  })
})

describe('implicit', () => {
  const asked = { client_id: 'spa', redirect_uri: REDIRECT, response_type: 'token' }

  test('the token is in the fragment, with the state byte for byte, and opens the same doors', async () => {
    const state = 'a b&c=d/é'
    const query = new URLSearchParams({ ...asked, scope: 'user_impersonation', state })
    const browser = installation.browser()
    const back = await signIn(browser, await browser.visit(`/oauth2/auth?${query}`))
    expect([`${back.origin}${back.pathname}`, back.search]).toEqual([REDIRECT, ''])
    const answer = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
    expect(answer).toMatchObject({ state, token_type: 'Bearer', expires_in: '3600' })
    expect(Object.keys(answer)).not.toContain('id_token')
    await expectListeners(answer.access_token ?? '')
  })
})

describe('prompt=none', () => {
  const ask = async (browser: ReturnType<typeof installation.browser>) => {
    const { address, finish } = await beginCode(web, {
      prompt: 'none',
      scope: 'openid user_impersonation',
    })
    const { url } = await browser.visit(address)
    return finish(url)
  }

  test('nobody is signed in: login_required', async () => {
    await expect(ask(installation.browser())).rejects.toEqual(refusal('login_required'))
  })

  test('signed in, but the client was never allowed: consent_required', async () => {
    const browser = installation.browser()
    const { address } = await beginCode(web)
    const page = await browser.visit(address)
    // Signed in and left at the question whether to allow it.
    await browser.submit(page, 'sign-in', { login: 'ada', password: PASSWORD })
    await expect(ask(browser)).rejects.toEqual(refusal('consent_required'))
  })

  test('signed in and allowed before: tokens without a question', async () => {
    const { browser } = await getTokens()
    const tokens = await ask(browser)
    await expectListeners(tokens.access_token)
  })
})

test('the library found nothing that should have been set', () => {
  for (const node of installation.nodes) expect(node.readLog()).not.toContain('NOTICE')
})

test('all of this was answered by both nodes in turn', () => {
  const answers = installation.answeredBy()
  expect(answers.length).toBeGreaterThan(100)
  expect(answers).toEqual(answers.map((_node, turn) => turn % 2))
})

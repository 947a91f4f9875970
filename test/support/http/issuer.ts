import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll } from 'vitest'

export type Key = { kid: string; privateKey: Parameters<SignJWT['sign']>[0]; publicJwk: JWK }

export type TestIssuer = Awaited<ReturnType<typeof openIssuer>>

/** An OpenID Connect issuer outside Binnacle: its description, its keys and its tokens, over real HTTP. */
export async function openIssuer() {
  let published: Key[] = [await makeKey('first')]
  let requests: string[] = []
  let isDown = false
  let claims = {}
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys`, ...claims },
      '/keys': { keys: published.map(({ publicJwk }) => publicJwk) },
    }
    const document = documents[request.url ?? '']
    response.writeHead(isDown ? 500 : document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    /** What was asked of it since the last look. */
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
    setDown(down: boolean) {
      isDown = down
    },
    /** What it says it is, in its own description. */
    describeItself(wrongly: object) {
      claims = wrongly
    },
    /** From now on only this key signs and is published. */
    async rotate(kid: string) {
      published = [await makeKey(kid)]
    },
    async sign(says: object, header: object = {}): Promise<string> {
      const [key] = published
      if (!key) throw new Error('no key is published')
      const nowS = Math.floor(Date.now() / 1000)
      const usual = { iss: url, iat: nowS, exp: nowS + 60 }
      return new SignJWT({ ...usual, ...says } as never)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
        .sign(key.privateKey)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export async function makeKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } }
}

export const AUDIENCES = { managementAudience: 'health', accountAudience: 'account' }

/** How an installation that trusts it writes that down. */
export const trust = (issuer: TestIssuer, more: object = {}) => ({
  issuer: issuer.url,
  ...AUDIENCES,
  clients: { portal: 'their-portal', cli: 'their-cli' },
  ...more,
})

/** What its tokens for the two parts of the service say, but for who it is. */
export const FOR_EVENTS = { aud: 'health', scope: 'user_impersonation', client_id: 'any-client' }
export const FOR_ACCOUNT = { aud: 'account', scope: 'account', client_id: 'their-portal' }

/** The claims of somebody it knows well enough to bring them here. */
export const personOf = (sub: string, email = `${sub}@example.com`) => ({
  sub,
  email,
  email_verified: true,
  preferred_username: sub,
  name: `Person ${sub}`,
})

/** Its address must be known before the servers that trust it are set up: await it at the top. */
export function closeAfterwards(...issuers: readonly TestIssuer[]): void {
  afterAll(() => {
    for (const issuer of issuers) issuer.close()
  })
}

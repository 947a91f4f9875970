import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'
import { type Key, makeKey } from './issuer.ts'

type Claims = Record<string, unknown>
type Issued = Readonly<{ nonce: string; challenge: string; redirectUri: string }>

/** What it does for the next sign-ins, in place of what it should do. */
export type Misbehaviour = Readonly<{
  /** Changes the claims of the ID token. */
  claims?: (claims: Claims) => Claims
  /** Changes where it sends the person back to. */
  back?: (url: URL) => URL
  /** Signs with this key, which it does not publish. */
  key?: Key
  /** Does not answer with its keys. */
  hasNoKeys?: boolean
  /** Changes its discovery document. */
  discovery?: (document: object) => object
  /** What UserInfo says of the person besides `sub`. */
  userInfo?: Claims
}>

type State = {
  url: string
  readonly clientId: string
  readonly codes: Map<string, Issued>
  /** What people were sent to it with. */
  readonly asked: URLSearchParams[]
  published: Key
  isDown: boolean
  person: Claims
  misbehaviour: Misbehaviour
}

/** An OpenID Connect issuer over real HTTP that signs everybody in at once. */
export async function openSignInIssuer(clientId = 'binnacle') {
  const state: State = {
    url: '',
    clientId,
    codes: new Map(),
    asked: [],
    published: await makeKey('first'),
    isDown: false,
    person: {},
    misbehaviour: {},
  }
  const server = createServer((request, response) => respond(state, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: state.url,
    asked: state.asked,
    signInAs(claims: Claims) {
      state.person = claims
    },
    setDown(isDown: boolean) {
      state.isDown = isDown
    },
    misbehave(misbehaviour: Misbehaviour) {
      state.misbehaviour = misbehaviour
    },
    /** From now on only this key signs and is published. */
    async rotate(kid: string) {
      state.published = await makeKey(kid)
    },
    /** Signs any claims, as it signs ID tokens. */
    sign(claims: Claims, key = state.published) {
      const nowS = Math.floor(Date.now() / 1000)
      const usual = { iss: state.url, aud: clientId, iat: nowS, exp: nowS + 60 }
      return new SignJWT({ ...usual, ...claims } as never)
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .sign(key.privateKey)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function respond(state: State, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://issuer')
  const hasNoKeys = pathname === '/keys' && state.misbehaviour.hasNoKeys
  if (state.isDown || hasNoKeys) response.writeHead(500).end()
  else if (pathname === '/.well-known/openid-configuration') answer(response, discoveryOf(state))
  else if (pathname === '/keys') answer(response, { keys: [state.published.publicJwk] })
  else if (pathname === '/authorize') authorize(state, searchParams, response)
  else if (pathname === '/token') void exchange(state, request, response)
  else if (pathname === '/userinfo')
    answer(response, { sub: state.person.sub, ...state.misbehaviour.userInfo })
  else response.writeHead(404).end()
}

function authorize(state: State, query: URLSearchParams, response: ServerResponse): void {
  const { url: iss, codes, asked, misbehaviour } = state
  asked.push(query)
  const code = randomUUID()
  const redirectUri = query.get('redirect_uri') ?? ''
  const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? '']
  codes.set(code, { nonce, challenge, redirectUri })
  const back = new URL(redirectUri)
  back.search = `${new URLSearchParams({ code, state: query.get('state') ?? '', iss })}`
  response.writeHead(303, { location: (misbehaviour.back?.(back) ?? back).href }).end()
}

async function exchange(
  { url, clientId, codes, person, published, misbehaviour }: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(request))
  const code = form.get('code') ?? ''
  const issued = codes.get(code)
  codes.delete(code)
  const verifier = form.get('code_verifier') ?? ''
  const isRight =
    issued?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
    issued.redirectUri === form.get('redirect_uri') &&
    form.get('client_id') === clientId
  if (!isRight) return answer(response, { error: 'invalid_grant' }, 400)
  const nowS = Math.floor(Date.now() / 1000)
  const usual = { iss: url, aud: clientId, iat: nowS, exp: nowS + 60, nonce: issued.nonce }
  const claims = { ...usual, ...person }
  const { kid, privateKey } = misbehaviour.key ?? published
  const idToken = await new SignJWT((misbehaviour.claims?.(claims) ?? claims) as never)
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  answer(response, { access_token: randomUUID(), token_type: 'bearer', id_token: idToken })
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function discoveryOf({ url, misbehaviour }: State): object {
  const document = describe(url)
  return misbehaviour.discovery?.(document) ?? document
}

const describe = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/keys`,
  userinfo_endpoint: `${url}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

import { createHash, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { loadSigningKeys } from '../src/identity/oauth/keys.ts'
import { hashPassword } from '../src/identity/sign-in/passwords.ts'
import type { Db } from '../src/platform/db/connect.ts'
import type { Seal } from '../src/platform/seal.ts'
import { makeVisitor, type Visited } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

export async function insertPassword(db: Db, accountId: string): Promise<void> {
  const password = {
    account_id: accountId,
    ...(await hashPassword(PASSWORD)),
    updated_at: new Date(),
  }
  await db.insertInto('account_password').values(password).execute()
}

export async function insertClient(
  db: Db,
  id: string,
  flows: string[],
  { principalId, secret, shownTo }: { principalId: string; secret?: string; shownTo?: string },
): Promise<void> {
  const now = new Date()
  await db
    .insertInto('oauth_client')
    .values({
      id,
      principal_id: principalId,
      display_name: `Client ${id}`,
      secret_hash: secret ? createHash('sha256').update(secret).digest() : null,
      secret_shown_to: shownTo ?? null,
      redirect_uris: flows.includes('client-credentials') ? [] : ['https://client.example/back'],
      flows,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Signs a person in as a browser would, and answers with the access token a client ends up with. */
export function signer(origin: string, nodes: readonly string[]) {
  const pass = async (who: ReturnType<typeof makeVisitor>, page: Visited, login: string) => {
    const next = await who.submit(page, 'sign-in', { login, password: PASSWORD })
    // The portal needs no consent, and lands on an address of this very origin.
    return next.text.includes('/allow"') ? who.submit(next, 'allow') : next
  }

  async function begin(
    login: string,
    asked: Record<'client_id' | 'redirect_uri' | 'scope', string>,
  ) {
    const who = makeVisitor(origin, nodes)
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const pkce = { code_challenge, code_challenge_method: 'S256', response_type: 'code' }
    const page = await who.visit(`/oauth2/auth?${new URLSearchParams({ ...asked, ...pkce })}`)
    const { url } = await pass(who, page, login)
    const { client_id, redirect_uri } = asked
    const code = url.searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', client_id, redirect_uri, code }
    const exchange = (node = nodes[0]) => askToken({ ...grant, code_verifier: verifier }, node)
    return { who, exchange }
  }

  return {
    async implicit(login: string, client_id = 'spa', redirect_uri = 'https://client.example/back') {
      const who = makeVisitor(origin, nodes)
      const asked = { client_id, redirect_uri, response_type: 'token', scope: 'user_impersonation' }
      const page = await who.visit(`/oauth2/auth?${new URLSearchParams(asked)}`)
      const { url } = await pass(who, page, login)
      return new URLSearchParams(url.hash.slice(1)).get('access_token') ?? ''
    },

    async code(login: string, client_id: string, redirect_uri: string, scope: string) {
      const { exchange } = await begin(login, { client_id, redirect_uri, scope })
      return (await exchange()).body.access_token as string
    },

    /** Up to the code, which can then be exchanged as often as one likes. */
    begin,

    async refresh(client_id: string, refresh_token: string, node = nodes[0]) {
      return askToken({ grant_type: 'refresh_token', client_id, refresh_token }, node)
    },

    async service(client: string, secret: string) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'user_impersonation',
      })
      const headers = {
        authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`,
      }
      const { text } = await makeVisitor(origin, nodes).visit('/oauth2/token', {
        method: 'POST',
        body,
        headers,
      })
      return JSON.parse(text).access_token as string
    },
  }
}

async function askToken(fields: Record<string, string>, node = '') {
  const init = { method: 'POST', body: new URLSearchParams(fields) }
  const response = await fetch(`${node}/oauth2/token`, init)
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** A bearer as our own provider would sign it, but for what is changed. */
export async function forgeBearer(
  db: Db,
  seal: Seal,
  origin: string,
  changes: object,
  header: object = {},
  key?: Parameters<SignJWT['sign']>[0],
): Promise<string> {
  const [signing] = await loadSigningKeys(db, seal, () => new Date())
  const nowS = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `${origin}/oauth2`,
    aud: origin,
    client_id: 'spa',
    scope: 'user_impersonation',
    iat: nowS,
    exp: nowS + 60,
    ...changes,
  }
  return new SignJWT(claims as never)
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: signing?.id ?? '', ...header })
    .sign(key ?? (await importJWK(signing?.privateJwk as never, 'RS256')))
}

/** The same claims, vouched for by nobody. */
export function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

import { createHash, randomBytes } from 'node:crypto'
import { makeVisitor, type Visited } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

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

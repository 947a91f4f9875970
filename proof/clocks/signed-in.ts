import type { Db } from '../../src/platform/db/connect.ts'
import { caller } from '../../test/support/http/http.ts'
import { insertPassword } from '../../test/support/http/signed-in.ts'
import { signer } from '../../test/support/http/signer.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import { insertPerson } from '../../test/support/world/world.ts'

const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
const TERMINAL = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}

export type SignedIn = Readonly<{
  /** What of it no longer works at the node, as sentences. */
  findLost: () => Promise<string[]>
}>

/** A person with a session of a browser, an access token of it, a refresh token, an API token, and the keys behind them. */
export async function signIn(db: Db, url: string): Promise<SignedIn> {
  const person = await insertPerson(db)
  await insertPassword(db, person.id)
  const sign = signer(ORIGIN, [url])
  const browser = await sign.begin(person.name, PORTAL)
  const bearer = (await browser.exchange()).body.access_token ?? ''
  let refreshToken = (await (await sign.begin(person.name, TERMINAL)).exchange()).body.refresh_token
  const listKeys = async () => {
    const { keys } = (await (await fetch(`${url}/oauth2/jwks`)).json()) as {
      keys: { kid: string }[]
    }
    return keys.map(({ kid }) => kid)
  }
  const keys = await listKeys()
  const call = caller({ url })

  const isSessionAlive = async () => {
    const asked = {
      ...PORTAL,
      response_type: 'code',
      prompt: 'none',
      code_challenge_method: 'S256',
    }
    const query = new URLSearchParams({ ...asked, code_challenge: 'a'.repeat(43) })
    const { url: back } = await browser.who.visit(`/oauth2/auth?${query}`)
    return back.searchParams.has('code')
  }
  const isRefreshed = async () => {
    const { body } = await sign.refresh('cli', refreshToken ?? '')
    refreshToken = body.refresh_token ?? refreshToken
    return body.access_token !== undefined
  }
  const isBearerAccepted = async () => {
    const headers = { authorization: `Bearer ${bearer}` }
    return (await fetch(`${url}/v0.1/user`, { headers })).status === 200
  }
  const isTokenAccepted = async () => (await call(person.token, 'GET', '/v0.1/user')).status === 200
  const areKeysThere = async () => {
    const now = await listKeys()
    return keys.every((id) => now.includes(id))
  }
  const probes = {
    'the session of the browser': isSessionAlive,
    'the refresh token': isRefreshed,
    'the access token': isBearerAccepted,
    'the API token': isTokenAccepted,
    'a signing key': areKeysThere,
  }
  return {
    async findLost() {
      const lost: string[] = []
      for (const [name, works] of Object.entries(probes)) if (!(await works())) lost.push(name)
      return lost
    },
  }
}

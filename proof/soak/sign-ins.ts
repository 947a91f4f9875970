import { insertPassword } from '../../test/support/http/signed-in.ts'
import { signer } from '../../test/support/http/signer.ts'
import { type Installation, ORIGIN } from '../../test/support/server/health-calls.ts'
import type { Quota } from '../../test/support/server/quota.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { expectStatus, type Repeated } from './send-all.ts'

const TERMINAL = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}
const SERVICE = { id: 'soak', display_name: 'Soak', flows: ['client-credentials'] }

/** A person signs in again and again, a command line renews its tokens, a service account gets its own. */
export async function openSignIns(
  { url, db }: Installation,
  { callAsOperator }: Quota,
): Promise<Readonly<Record<string, Repeated>>> {
  const person = await insertPerson(db())
  await insertPassword(db(), person.id)
  const sign = signer(ORIGIN, [url()])
  /** A step that got 503 ends without a code, which the token endpoint refuses with 400. */
  const signIn = async () => {
    try {
      return readTokens(await (await sign.begin(person.name, TERMINAL)).exchange())
    } catch (cause) {
      throw new Error('the sign-in failed', { cause })
    }
  }
  const { client_secret } = (await callAsOperator('POST', '/clients', SERVICE)).body
  let refreshToken: string | undefined
  return {
    'sign in': { everyMs: 5000, send: async () => void (await signIn()) },
    'renew an access token': {
      everyMs: 250,
      async send() {
        const token = refreshToken ?? (await signIn()).refresh_token ?? ''
        // One that may have been used must not be used again.
        refreshToken = undefined
        const renewed = readTokens(await sign.refresh(TERMINAL.client_id, token))
        refreshToken = renewed.refresh_token ?? token
      },
    },
    'access token of a service account': {
      everyMs: 250,
      async send() {
        const token = await sign.service(SERVICE.id, client_secret)
        if (!token) throw new Error('no access token')
      },
    },
  }
}

function readTokens({ status, body }: { status: number; body: Record<string, string> }) {
  expectStatus({ status, text: JSON.stringify(body) }, 200)
  return body
}

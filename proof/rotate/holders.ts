import { setTimeout as delay } from 'node:timers/promises'
import { caller } from '../../test/support/http/http.ts'
import type { Provider, ProviderCall } from '../../test/support/http/provider.ts'
import { insertPassword } from '../../test/support/http/signed-in.ts'
import { signer } from '../../test/support/http/signer.ts'
import type { makeVisitor } from '../../test/support/http/visitor.ts'
import { type Installation, ORIGIN } from '../../test/support/server/health-calls.ts'
import type { Quota } from '../../test/support/server/quota.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { expectStatus, type Repeated } from '../soak/send-all.ts'

const CLI = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
}
const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
const CLIENT = { id: 'rotated', display_name: 'Rotated', flows: ['client-credentials'] }
const ENDPOINT = '/quota/providers/Microsoft.Compute/endpoint'
const MAX_WAIT_MS = 60_000
/** So many entries that the audit trail has a second page. */
const ENTRIES = 150

export type Holders = Awaited<ReturnType<typeof openHolders>>

/** Those who hold something from before a key is replaced, and go on using it. */
export async function openHolders(at: Installation, quota: Quota, provider: Provider) {
  const { url, db } = at
  const person = await insertPerson(db())
  await insertPassword(db(), person.id)
  const sign = signer(ORIGIN, [url()])
  const begun = await sign.begin(person.name, { ...CLI, prompt: 'consent' } as typeof CLI)
  const { body: tokens } = await begun.exchange()
  const bearer = tokens.access_token ?? ''
  const idle = await sign.begin(person.name, { ...CLI, prompt: 'consent' } as typeof CLI)
  let idleToken = (await idle.exchange()).body.refresh_token
  const asPerson = (path: string) => {
    const headers = { Authorization: `Bearer ${bearer}` }
    return caller({ url: url() })(undefined, 'GET', path, undefined, headers)
  }

  let secret = (await quota.callAsOperator('POST', '/clients', CLIENT)).body.client_secret as string
  const known = await verifyCalls(quota, provider)
  for (let n = 0; n < ENTRIES; n++) await quota.callAsOperator('PATCH', '/clients/rotated', {})

  const seen = new Map<string, number>()
  const counted = (name: string, everyMs: number, send: () => Promise<void>) => ({
    [name]: {
      everyMs,
      async send() {
        await send()
        seen.set(name, (seen.get(name) ?? 0) + 1)
      },
    },
  })
  const requests: Record<string, Repeated> = {
    ...counted('session of a browser', 300, () => expectSignedIn(begun.who)),
    ...counted('access token of the beginning', 200, async () =>
      expectStatus(await asPerson('/v0.1/user'), 200),
    ),
    ...counted('next page of a list', 2000, readPages(quota)),
    ...counted('secret of a client', 250, async () => {
      if (!(await sign.service(CLIENT.id, secret))) throw new Error('no access token')
    }),
  }
  return {
    requests,
    known,
    getServiceToken: (given = secret) => sign.service(CLIENT.id, given),
    secretOfClient: () => secret,
    useSecret(next: string) {
      secret = next
    },
    faults: () => known.wrong,
    /** Somebody who made no request since the last time is still signed in, in a browser and on the command line. */
    async useIdle() {
      await expectSignedIn(idle.who)
      const { status, body } = await sign.refresh(CLI.client_id, idleToken ?? '')
      expectStatus({ status, text: JSON.stringify(body) }, 200)
      idleToken = body.refresh_token
    },
    /** Everybody has used what they hold once more, and a provider was called. */
    async everybodySeen() {
      const [before, calls] = [new Map(seen), known.verified]
      const until = performance.now() + MAX_WAIT_MS
      const findMissing = () => [
        ...(known.verified > calls ? [] : ['provider']),
        ...Object.keys(requests).filter((name) => !has(seen, before, name)),
      ]
      while (findMissing().length > 0 && performance.now() < until) await delay(100)
      const missing = findMissing()
      if (missing.length > 0) throw new Error(`could not use what they hold: ${missing.join(', ')}`)
    },
  }
}

const has = (
  seen: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  name: string,
) => (seen.get(name) ?? 0) > (before.get(name) ?? 0) + 1

async function expectSignedIn(who: ReturnType<typeof makeVisitor>): Promise<void> {
  const asked = { ...PORTAL, prompt: 'none', response_type: 'code', ...PKCE }
  const page = await who.visit(`/oauth2/auth?${new URLSearchParams(asked)}`)
  if (!page.url.searchParams.get('code')) throw new Error(`signed out: ${page.url} ${page.text}`)
}

const PKCE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** The provider accepts only calls that are signed with the secret that it knows at the moment. */
async function verifyCalls(quota: Quota, provider: Provider) {
  const { body } = await quota.callAsOperator('PUT', ENDPOINT, { url: provider.url })
  const known = { secret: body.secret as string, verified: 0, wrong: [] as string[] }
  provider.answerWith((call, response) => {
    const isRight = isSigned(provider, known.secret, call)
    if (isRight) known.verified++
    else known.wrong.push('a call to the provider is not signed with the secret it knows')
    response.writeHead(isRight ? 204 : 401).end()
  })
  return known
}

function isSigned(provider: Provider, secret: string, call: ProviderCall): boolean {
  try {
    provider.verify(secret, call)
    return true
  } catch {
    return false
  }
}

/** Each page is asked for with the cursor of the time before, which may be of another key. */
function readPages(quota: Quota) {
  let next: string | undefined
  return async () => {
    const path = next ?? '/audit?scope=platform'
    const answer = await quota.callAsOperator('GET', path)
    expectStatus(answer, 200)
    const link = answer.body.nextLink as string | undefined
    next = link?.slice(link.indexOf('/operator/v1') + '/operator/v1'.length)
  }
}

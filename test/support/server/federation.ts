import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../database/use-database.ts'
import { openSignInIssuer } from '../http/sign-in-issuer.ts'
import { makeVisitor, type Visited } from '../http/visitor.ts'
import { ORIGIN } from './health-calls.ts'
import { useServer } from './server.ts'

export const ADA = { sub: 'ada-1', email: 'ada@crew.example', email_verified: true, name: 'Ada' }

export const PORTAL = {
  client_id: 'portal',
  redirect_uri: `${ORIGIN}/signed-in`,
  scope: 'openid account',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

type Visitor = ReturnType<typeof makeVisitor>

/** Our own code, for the portal: the way leads past addresses with a code of the issuer. */
export const codeOf = ({ url }: Pick<Visited, 'url'>) =>
  url.pathname === '/signed-in' ? url.searchParams.get('code') : null

type Given = Readonly<{ env?: Record<string, string>; signIn?: object }>

/** Two issuers, a server that lets people sign in at both, and one without passwords that is strict. `signIn`: of the first issuer. */
export async function useFederation({ env: settings = {}, signIn: more = {} }: Given = {}) {
  const issuer = await openSignInIssuer()
  const other = await openSignInIssuer()
  afterAll(() => {
    issuer.close()
    other.close()
  })
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const clock = { aheadMs: 0 }
  const start = (env: Record<string, string>, signIn: object) =>
    useServer({
      databaseUrl: database.url,
      seal,
      realTime: () => new Date(Date.now() + clock.aheadMs),
      env: { PUBLIC_URL: ORIGIN, TRUSTED_ISSUERS: trust(issuer.url, other.url, signIn), ...env },
    })
  const server = start(settings, more)
  const strict = start({ BUNDLED_SIGN_IN: 'false' }, STRICT)
  beforeEach(() => {
    issuer.misbehave({})
    issuer.setDown(false)
    issuer.signInAs(ADA)
    other.signInAs(ADA)
    clock.aheadMs = 0
  })

  async function begin(at = server, more: Record<string, string> = {}) {
    const who = makeVisitor(ORIGIN, [at.url])
    const query = { ...PORTAL, ...more }
    const page = await who.visit(`/oauth2/auth?${new URLSearchParams(query)}`)
    return { who, page, query }
  }
  /** To the issuer; answers where it sends the person back to. */
  async function goTo(who: Visitor, page: Visited, id = 'example'): Promise<URL> {
    const { url } = await who.visit(`${page.url.pathname}/issuer/${id}`)
    const back = await fetch(url, { redirect: 'manual' })
    return new URL(back.headers.get('location') ?? '')
  }
  return {
    ...{ issuer, other, database, seal, server, strict, clock, begin, goTo, portal: PORTAL },
    /** All the way. */
    async signInAt(at = server, id = 'example'): Promise<Visited & { who: Visitor }> {
      const { who, page } = await begin(at)
      const back = await goTo(who, page, id)
      return { ...(await who.visit(back.href)), who }
    },
    findIdentities: () =>
      database.db
        .selectFrom('account_identity')
        .select(['issuer', 'subject', 'account_id'])
        .where('issuer', 'in', [issuer.url, other.url])
        .execute(),
  }
}

const STRICT = {
  allowedDomains: ['crew.example'],
  requiredClaim: { name: 'groups', value: 'binnacle' },
  hasVerifiedEmails: true,
}

const trust = (issuer: string, other: string, more: object) => {
  const signIn = { id: 'example', name: 'Example', clientId: 'binnacle' }
  return JSON.stringify([
    { issuer, signIn: { ...signIn, ...more } },
    { issuer: other, signIn: { ...signIn, id: 'other', name: 'Other' } },
  ])
}

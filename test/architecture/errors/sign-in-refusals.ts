import { randomUUIDv7 } from 'node:crypto'
import { beforeAll } from 'vitest'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../../support/database/use-database.ts'
import type { Answer } from '../../support/http/http.ts'
import { insertClient, insertPassword } from '../../support/http/signed-in.ts'
import { makeVisitor, type Visited } from '../../support/http/visitor.ts'
import { useServer } from '../../support/server/server.ts'
import { insertPerson } from '../../support/world/world.ts'
import type { RefusalOn } from './page.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = 'x'.repeat(43)
const IMPLICIT = {
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: 'https://client.example/back',
  scope: 'user_impersonation',
}

export function useSignInStage() {
  const database = useDatabase()
  const seal = openSeal(Buffer.alloc(32, 7))
  const settings = { databaseUrl: database.url, seal }
  const server = useServer({ ...settings, env: { PUBLIC_URL: ORIGIN } })
  const limited = useServer({
    ...settings,
    env: { PUBLIC_URL: ORIGIN, RATE_LIMITS: 'anonymousBurst=1,anonymousPerSecond=0.1' },
  })
  beforeAll(async () => {
    const { db } = database
    await insertPassword(db, (await insertPerson(db, 'ada')).id)
    await insertClient(db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() })
    const robot = { principalId: randomUUIDv7(), secret: SECRET }
    await insertClient(db, 'robot', ['client-credentials'], robot)
  })
  const visitor = () => makeVisitor(ORIGIN, [server.url])
  const post = async (path: string, fields: Record<string, string>): Promise<Answer> => {
    const init = { method: 'POST', body: new URLSearchParams(fields) }
    const { text, ...rest } = await visitor().visit(path, init)
    return { ...rest, text, body: JSON.parse(text) }
  }
  return {
    visitor,
    askToken: (fields: Record<string, string>) => post('/oauth2/token', fields),
    askTenant: (tenant: string, fields: Record<string, string>) =>
      post(`/${tenant}/oauth2/v2.0/token`, fields),
    authorize: (changes: object = {}) =>
      visitor().visit(`/oauth2/auth?${new URLSearchParams({ ...IMPLICIT, ...changes })}`),
    visitLimited: () => makeVisitor(ORIGIN, [limited.url]).visit('/oauth2/device'),
  }
}

export type SignInStage = ReturnType<typeof useSignInStage>
type Refusal = RefusalOn<SignInStage>

/** A page: its heading in place of a code, and what it says. */
function fromPage({ status, headers, text }: Visited): Answer {
  const problem = /<p class="problem"[^>]*>(.*?)<\/p>/s.exec(text)?.[1]
  const sentences = [...text.matchAll(/<p>(.*?)<\/p>/gs)].map(([, sentence]) => sentence)
  const heading = /<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? ''
  const said = (problem ?? sentences.join(' ')).replaceAll(/&#(\d+);/g, (_whole, code) =>
    String.fromCharCode(Number(code)),
  )
  return { status, headers, text, body: { error: heading, error_description: said } }
}

/** A redirect back to the client carries the error in its address; it is a 303, shown as the 400 it stands for. */
function fromRedirect({ url, headers, text }: Visited): Answer {
  const answer = new URLSearchParams(url.hash.slice(1) || url.search)
  const body = { error: answer.get('error'), error_description: answer.get('error_description') }
  return { status: 400, headers, text, body }
}

const ROBOT = { client_id: 'robot', client_secret: SECRET, grant_type: 'client_credentials' }
const SCOPE = { scope: 'user_impersonation' }

export const tokenEndpointRefusals: Record<string, Refusal> = {
  wrongSecret: {
    when: 'A wrong client secret, or an unknown client',
    provoke: ({ askToken }) => askToken({ ...ROBOT, ...SCOPE, client_secret: 'wrong' }),
  },
  unknownCode: {
    when: 'A code that is unknown, used or expired',
    provoke: ({ askToken }) =>
      askToken({
        grant_type: 'authorization_code',
        client_id: 'portal',
        code: 'x',
        redirect_uri: `${ORIGIN}/signed-in`,
        code_verifier: 'y'.repeat(43),
      }),
  },
  unknownRefreshToken: {
    when: 'A refresh token that is unknown, used or revoked',
    provoke: ({ askToken }) =>
      askToken({ grant_type: 'refresh_token', client_id: 'portal', refresh_token: 'x' }),
  },
  grantNotOffered: {
    when: 'A grant type that Binnacle does not offer',
    provoke: ({ askToken }) => askToken({ ...ROBOT, ...SCOPE, grant_type: 'password' }),
  },
  scopeUnknown: {
    when: 'A scope that does not exist',
    provoke: ({ askToken }) => askToken({ ...ROBOT, scope: 'everything' }),
  },
  tenantInvalid: {
    when: 'An invalid tenant in `/{tenant}/oauth2/v2.0/token`',
    provoke: ({ askTenant }) => askTenant('a%20b', ROBOT),
  },
  tenantGrant: {
    when: 'A grant type other than `client_credentials` at `/{tenant}/oauth2/v2.0/token`',
    provoke: ({ askTenant }) => askTenant('common', { ...ROBOT, grant_type: 'password' }),
  },
  tenantScope: {
    when: 'A scope that does not end in `/.default` at `/{tenant}/oauth2/v2.0/token`',
    provoke: ({ askTenant }) => askTenant('common', { ...ROBOT, scope: 'everything' }),
  },
}

export const pageRefusals: Record<string, Refusal> = {
  clientUnknown: {
    when: 'A sign-in for a client that does not exist or is disabled',
    provoke: async ({ authorize }) => fromPage(await authorize({ client_id: 'nothing' })),
  },
  redirectUriUnknown: {
    when: 'A redirect URI that is not registered',
    provoke: async ({ authorize }) =>
      fromPage(await authorize({ redirect_uri: 'https://other.example/' })),
  },
  scopeUnknown: {
    when: 'A scope that does not exist (returned to the client in its redirect)',
    provoke: async ({ authorize }) => fromRedirect(await authorize({ scope: 'everything' })),
  },
  passwordWrong: {
    when: 'A wrong name or password',
    provoke: async ({ visitor }) => {
      const who = visitor()
      const page = await who.visit(`/oauth2/auth?${new URLSearchParams(IMPLICIT)}`)
      return fromPage(await who.submit(page, 'sign-in', { login: 'ada', password: 'wrong' }))
    },
  },
  linkEnded: {
    when: 'A link to set a password that was used or replaced, or has expired',
    provoke: async ({ visitor }) => fromPage(await visitor().visit('/oauth2/set-password/x')),
  },
  signInLinkEnded: {
    when: 'A sign-in link that was used or replaced, or has expired',
    provoke: async ({ visitor }) => fromPage(await visitor().visit('/oauth2/sign-in-link/x')),
  },
  tooManyRequests: {
    when: 'More anonymous requests than `RATE_LIMITS` allows',
    provoke: async ({ visitLimited }) => {
      await visitLimited()
      const { status, headers, text } = await visitLimited()
      return { status, headers, text, body: JSON.parse(text) }
    },
  },
}

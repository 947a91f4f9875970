import { createHash } from 'node:crypto'
import { DOCUMENTS } from '../fuzz/operations.ts'
import type { Printed } from './pair.ts'
import { type Answered, findHeader, type Sent } from './send.ts'

type Step = (previous: Answered | undefined) => Sent
/** Requests of which each may need the answer to the one before, with the status that each gets. */
export type Walk = readonly (readonly [status: number, step: Step])[]

const get = (target: string, headers: Record<string, string> = {}): Sent => ({
  method: 'GET',
  target,
  headers,
})

const NAVIGATION = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate' }

/** Pages, documents, probes, and addresses that nobody has. */
export function listPages({ settings }: Printed): Sent[] {
  const { PUBLIC_URL = '', BINNACLE_TOKEN = '', OPERATOR = '' } = settings
  const token = { 'x-api-token': BINNACLE_TOKEN }
  const pages = [
    '/',
    '/apps',
    '/explorer',
    '/explorer/',
    '/explorer/static/index.html',
    '/emulator',
  ]
  const others = [
    ...['/livez', '/readyz', '/metrics', '/nothing', '/%zz', '/v0.1/%zz', '/v0.1/nothing'],
    ...['/emulator', '/emulator/nothing', '/openapi/emulator.json', '/oauth2/nothing', '/%00'],
    ...['/oauth2/jwks', '/oauth2/.well-known/openid-configuration', '/oauth2/assets/pages.css'],
    ...['/adfs/.well-known/openid-configuration', '/common/v2.0/.well-known/openid-configuration'],
    `/v0.1/apps?${'x'.repeat(20_000)}`,
    ...DOCUMENTS.map((name) => `/openapi/${name}.json`),
  ]
  const sample = ['/v0.1/user', '/v0.1/apps', '/v0.1/orgs', '/v0.1/orgs/harbour/users']
  return [
    ...pages.map((target) => ({ ...get(target, NAVIGATION), isSecure: true })),
    ...pages.map((target) => get(target, NAVIGATION)),
    ...others.map((target) => get(target)),
    ...sample.map((target) => get(target, token)),
    get('/v0.1/apps', { ...token, origin: PUBLIC_URL }),
    get('/v0.1/apps', { ...token, origin: 'https://elsewhere.example' }),
    get('/v0.1/apps', { ...token, 'x-ms-correlation-request-id': 'mine' }),
    get('/v0.1/apps', { 'x-api-token': 'x'.repeat(70_000) }),
    { ...get('/v0.1/user', token), method: 'PROPFIND' },
    get('/operator/v1/audit', { authorization: `Bearer ${OPERATOR}` }),
  ]
}

const VERIFIER = 'x'.repeat(43)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const post = (target: string, fields: Record<string, string>, headers = {}): Sent => ({
  method: 'POST',
  target,
  headers: { ...FORM, ...headers },
  body: new URLSearchParams(fields).toString(),
})

/** A program, with the right secret and with a wrong one, and a device whose code nobody enters. */
export function walkAsProgram({ settings }: Printed): Walk {
  const { AZURE_TENANT_ID, AZURE_CLIENT_ID = '', AZURE_CLIENT_SECRET = '' } = settings
  const asked = { grant_type: 'client_credentials', scope: 'https://any.example/.default' }
  const token = (client_secret: string) =>
    post(`/${AZURE_TENANT_ID}/oauth2/v2.0/token`, {
      ...asked,
      client_id: AZURE_CLIENT_ID,
      client_secret,
    })
  const device = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'cli' }
  return [
    [401, () => token('wrong')],
    [200, () => token(AZURE_CLIENT_SECRET)],
    [200, (previous) => get('/subscriptions?api-version=2022-12-01', bearerIn(previous))],
    [200, () => post('/oauth2/device/auth', { client_id: 'cli', scope: 'account' })],
    [400, (previous) => post('/oauth2/token', { ...device, device_code: codeIn(previous) })],
    [200, () => get('/oauth2/device')],
  ]
}

/** The first person of the sample data signs in to the portal, with a wrong password first, and uses it. */
export function walkAsPerson({ settings, accounts }: Printed): Walk {
  const { PUBLIC_URL: origin = '' } = settings
  const [{ name: login = '', password = '' } = {}] = accounts
  const cookies = new Map<string, string>()
  const withCookies = ({ headers, ...rest }: Sent): Sent => ({
    ...rest,
    isSecure: true,
    headers: { ...headers, origin, cookie: [...cookies.values()].join('; ') },
  })
  const keep = (previous: Answered | undefined) => {
    for (const [name, line] of previous?.headers ?? []) {
      const [pair = ''] = line.split(';')
      if (name === 'set-cookie') cookies.set(pair.split('=')[0] ?? '', pair)
    }
  }
  const step =
    (next: Step): Step =>
    (previous) => {
      keep(previous)
      return withCookies(next(previous))
    }
  const follow = step((previous) => get(locationOf(previous, origin)))
  const client = { client_id: 'portal', redirect_uri: `${origin}/signed-in` }
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const asked = new URLSearchParams({
    ...client,
    ...{ scope: 'openid account', response_type: 'code' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  })
  const submit = (typed: string) =>
    step((previous) => post(formIn(previous), { login, password: typed }))
  const exchange: Step = (previous) => {
    const code = new URL(locationOf(previous, ''), origin).searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', ...client, code, code_verifier: VERIFIER }
    return post('/oauth2/token', grant)
  }
  return [
    [303, step(() => get(`/oauth2/auth?${asked}`))],
    [200, follow],
    [401, submit('wrong')],
    [303, submit(password)],
    [303, follow],
    [200, exchange],
    [200, (previous) => get('/v0.1/user', bearerIn(previous))],
    [400, () => get('/oauth2/auth?client_id=nobody')],
  ]
}

/** An event whose tracking id is generated. */
export function walkAsOperator({ settings }: Printed): Walk {
  const headers = { authorization: `Bearer ${settings.OPERATOR}` }
  const typed = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ audience: { kind: 'everyone' }, eventType: 'HealthAdvisory' })
  return [
    [201, () => ({ method: 'POST', target: '/operator/v1/events', headers: typed, body })],
    [200, (previous) => get(`/operator/v1/events/${read(previous).trackingId}`, headers)],
  ]
}

const read = (answer: Answered | undefined): Record<string, string> =>
  JSON.parse(answer?.text || '{}')
const bearerIn = (answer: Answered | undefined) => ({
  authorization: `Bearer ${read(answer).access_token}`,
})
const codeIn = (answer: Answered | undefined) => read(answer).device_code ?? ''
const formIn = (answer: Answered | undefined) =>
  /action="([^"]*\/sign-in)"/.exec(answer?.text ?? '')?.[1] ?? '/no-form'
const locationOf = (answer: Answered | undefined, origin: string) =>
  (answer && findHeader(answer, 'location')?.replace(origin, '')) ?? '/no-location'

import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD } from '../../test/support/http/signer.ts'
import { makeVisitor } from '../../test/support/http/visitor.ts'
import { type Credential, type Installation, ORIGIN } from './installation.ts'
import type { Verdict } from './table.ts'
import { freshToken, newEmail, type World } from './world.ts'

type Probe = Readonly<{
  /** It is gone once it has worked, so that it can be tried with success only once. */
  once?: true
  /** Each failure is counted against its address. */
  few?: true
  try: (it: Installation, world: World) => Promise<Verdict>
}>

const judge = (isGood: boolean, reaches: boolean): Verdict =>
  isGood ? (reaches ? 'stays' : 'narrowed') : 'ends'

/** What somebody is let in with: as themselves, and for changing (or reading) the app. */
async function tryPerson(it: Installation, world: World, who: Credential, method = 'PATCH') {
  const user = await it.call(who, 'GET', '/v0.1/user')
  const body = method === 'PATCH' ? { description: 'changed' } : undefined
  const app = await it.call(who, method, world.appPath, body)
  return judge(user.status === 200, app.status === 200)
}

/** What a client of the provider ends up with, or nothing. */
async function exchange(it: Installation, fields: Record<string, string>) {
  const node = it.nodes[Math.floor(Math.random() * it.nodes.length)]
  const body = new URLSearchParams(fields)
  const response = await fetch(`${node}/oauth2/token`, { method: 'POST', body })
  if (response.status >= 500) throw new Error(`the token endpoint answered ${response.status}`)
  return (await response.json()) as Record<string, string>
}

async function tryExchanged(it: Installation, world: World, fields: Record<string, string>) {
  const tokens = await exchange(it, fields)
  if (tokens.access_token === undefined) return { verdict: 'ends' as const, tokens }
  const verdict = await tryPerson(it, world, { bearer: tokens.access_token })
  return { verdict, tokens }
}

function askForCode(more: object) {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const client = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in` }
  const asked = { ...client, scope: 'openid account', response_type: 'code', code_challenge }
  const query = new URLSearchParams({ ...asked, code_challenge_method: 'S256', ...more })
  const grant = { ...client, grant_type: 'authorization_code', code_verifier: verifier }
  return { path: `/oauth2/auth?${query}`, grant }
}

async function trySession(it: Installation, world: World): Promise<Verdict> {
  const { path, grant } = askForCode({ prompt: 'none' })
  const { url } = await world.signedIn.session.visit(path)
  const code = url.searchParams.get('code')
  return code === null ? 'ends' : (await tryExchanged(it, world, { ...grant, code })).verdict
}

/** A code lives for a minute, so it is fetched just before the event. */
export async function fetchCode(world: World): Promise<void> {
  const { path, grant } = askForCode({ prompt: 'none' })
  const { url } = await world.signedIn.session.visit(path)
  const code = url.searchParams.get('code')
  if (code === null) throw new Error('a session that is signed in got no code')
  world.code = { ...grant, code }
}

async function tryPassword(it: Installation, world: World): Promise<Verdict> {
  const { path, grant } = askForCode({})
  const who = makeVisitor(ORIGIN, it.nodes)
  const login = { login: world.eve.name, password: PASSWORD }
  let page = await who.submit(await who.visit(path), 'sign-in', login)
  // Being told to wait is no answer to whether the password is good.
  for (let wait = waitOf(page.text); wait > 0; wait = waitOf(page.text)) {
    await delay(wait * 1000)
    page = await who.submit(page, 'sign-in', login)
  }
  const code = page.url.searchParams.get('code')
  return code === null ? 'ends' : (await tryExchanged(it, world, { ...grant, code })).verdict
}

const waitOf = (text: string) => Number(/Wait (\d+) seconds/.exec(text)?.[1] ?? 0)

async function tryRefresh(it: Installation, world: World): Promise<Verdict> {
  const fields = { grant_type: 'refresh_token', client_id: 'cli', resource: `${ORIGIN}/v0.1` }
  const { refreshToken: refresh_token } = world.signedIn
  const { verdict, tokens } = await tryExchanged(it, world, { ...fields, refresh_token })
  world.signedIn.refreshToken = tokens.refresh_token ?? refresh_token
  return verdict
}

async function tryDeviceCode(it: Installation, world: World): Promise<Verdict> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { deviceCode: device_code } = world.signedIn
  return (await tryExchanged(it, world, { grant_type, client_id: 'cli', device_code })).verdict
}

async function tryLink(it: Installation, link: string): Promise<Verdict> {
  const page = await makeVisitor(ORIGIN, it.nodes).visit(link)
  const isGood = page.status === 200 && page.text.includes('name="password"')
  return judge(isGood, true)
}

async function tryService(it: Installation, { shown }: World): Promise<Verdict> {
  const client = { client_id: shown.client, client_secret: shown.secret }
  const asked = { grant_type: 'client_credentials', scope: 'user_impersonation' }
  const { access_token: bearer } = await exchange(it, { ...client, ...asked })
  if (bearer === undefined) return 'ends'
  const { status } = await it.call({ bearer }, 'GET', '/operator/v1/accounts')
  return judge(status !== 401, status === 200)
}

async function tryAppToken(it: Installation, { appPath, tokens }: World): Promise<Verdict> {
  const who = { token: tokens.app }
  const app = await it.call(who, 'PATCH', appPath, { description: 'changed' })
  const user_email = newEmail()
  const invited = await it.call(who, 'POST', `${appPath}/invitations`, { user_email })
  return judge(app.status === 200, invited.status === 204)
}

async function tryOrgToken(it: Installation, { appPath, orgPath, tokens }: World) {
  const who = { token: tokens.org }
  const org = await it.call(who, 'GET', orgPath)
  const app = await it.call(who, 'PATCH', appPath, { description: 'changed' })
  return judge(org.status === 200, app.status === 200)
}

async function accept(it: Installation, token: string, to: 'app' | 'org', invitation: string) {
  const path = `/v0.1/user/invitations/${to}s/${invitation}/accept`
  return judge((await it.call({ token }, 'POST', path, {})).status === 204, true)
}

/** Areas B and C: there it has no role, so that it is not found, and never 401. */
async function tryImplicit(it: Installation, { signedIn: { implicit: bearer } }: World) {
  const path =
    '/subscriptions/none/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
  return judge((await it.call({ bearer }, 'GET', path)).status === 404, true)
}

/** With a new access token of the trusted issuer, so that the role alone decides. */
async function trySubscription(it: Installation, { eve }: World, id: string): Promise<Verdict> {
  const path = `/subscriptions/${id}/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01`
  const ask = async () => {
    const bearer = await it.vouchForEvents(eve.id)
    return (await it.call({ bearer }, 'GET', path)).status
  }
  const status = await ask()
  if (status !== 401) return judge(status === 200, true)
  // Tokens say in whole seconds when they were issued: one of the second of a sign-out is refused.
  await delay(1000)
  return judge((await ask()) === 200, true)
}

/** One for each row of the guide's table. */
export const PROBES: Readonly<Record<string, Probe>> = {
  'authorization code, not yet exchanged': {
    once: true,
    try: async (it, world) => (await tryExchanged(it, world, world.code)).verdict,
  },
  'browser session': { try: trySession },
  'access token of that session': {
    try: (it, world) => tryPerson(it, world, { bearer: world.signedIn.bearer }),
  },
  'access token of the implicit flow, in that session': { try: tryImplicit },
  'access token of a trusted issuer': {
    try: (it, world) => tryPerson(it, world, { bearer: world.signedIn.vouched }),
  },
  'access token of another session': {
    try: (it, world) => tryPerson(it, world, { bearer: world.signedIn.otherBearer }),
  },
  'refresh token of the command line': { try: tryRefresh },
  'device code, allowed and not yet used': { once: true, try: tryDeviceCode },
  password: { few: true, try: tryPassword },
  'password link': { try: (it, { signedIn }) => tryLink(it, signedIn.passwordLink) },
  'password link that the person created for another person': {
    try: (it, { shown }) => tryLink(it, shown.link),
  },
  'service account that is an operator and whose secret was shown to the person': {
    try: tryService,
  },
  'user token, Full access': {
    try: (it, world) => tryPerson(it, world, { token: world.tokens.full }),
  },
  'user token, Read-only': {
    try: (it, world) => tryPerson(it, world, { token: world.tokens.readOnly }, 'GET'),
  },
  'role on a subscription through the organization': {
    try: (it, world) => trySubscription(it, world, world.subscriptions.ofOrganization),
  },
  'role on a subscription through a group of a trusted issuer': {
    try: (it, world) => trySubscription(it, world, world.subscriptions.ofGroup),
  },
  'app token that the person created': { try: tryAppToken },
  'organization token that the person created': { try: tryOrgToken },
  'invitation to the app, sent by the person': {
    once: true,
    try: (it, { second, invitations }) => accept(it, second.token, 'app', invitations.app),
  },
  'invitation to the organization, sent by the person': {
    once: true,
    try: (it, { third, invitations }) => accept(it, third.token, 'org', invitations.org),
  },
  'invitation to another app, received by the person': {
    once: true,
    try: async (it, { eve, invitations }) =>
      accept(it, await freshToken(it, eve), 'app', invitations.received),
  },
  'invitation to another organization, received by the person': {
    once: true,
    try: async (it, { eve, invitations }) =>
      accept(it, await freshToken(it, eve), 'org', invitations.receivedOrg),
  },
}

import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'

/** The emulator that a scenario runs in, as `binnacle dev` prints it. */
export type Surroundings = Readonly<{
  url: string
  operator: string
  controlKey: string
  subscription: string
  vendor: string
}>

export type Answer = Readonly<{ status: number; body: unknown; retryAfter: string | null }>
export type Asked = Readonly<{
  as?: string | undefined
  method?: string | undefined
  path: string
  body?: object | undefined
}>

/** Who calls besides the operator, by the names of the scenario. Everybody who is not named is `owner`. */
export type Callers = Readonly<Record<string, { role: SubscriptionRole }>>
export const OWNER = 'owner'

/** By which its own requests are told from those of clients. */
export const USER_AGENT = 'binnacle-rehearse'

export function openCalls({ url, operator, controlKey, subscription }: Surroundings) {
  const bearers = new Map<string, string>()
  const callAsOperator = (method: string, path: string, body?: object) =>
    need(url, `/operator/v1${path}`, { method, body, headers: bearer(operator) })
  return {
    callAsOperator,
    control: (method: string, path: string, body?: object) =>
      need(url, `/emulator/v1${path}`, {
        method,
        body,
        headers: { 'x-binnacle-control-key': controlKey },
      }),
    /** A service account with a role on the subscription, signed in. */
    async addCallers(callers: Callers): Promise<void> {
      for (const [name, { role }] of Object.entries({ [OWNER]: { role: OWNER }, ...callers })) {
        const id = `rehearsal-${name}`
        const made = (await callAsOperator('POST', '/clients', {
          id,
          display_name: `Rehearsal: ${name}`,
          flows: ['client-credentials'],
        })) as Made
        const path = `/subscriptions/${subscription}/roles/${made.client.principal_id}`
        await callAsOperator('PUT', path, { role })
        bearers.set(name, await signIn(url, id, made.client_secret))
      }
    },
    request: ({ as = OWNER, method = 'GET', path, body }: Asked): Promise<Answer> => {
      const token = as === 'operator' ? operator : bearers.get(as)
      if (token === undefined) throw new Error(`The scenario has no caller named ${as}.`)
      return send(url, path, { method, body, headers: bearer(token) }).catch(toNoResponse)
    },
  }
}

export type Calls = ReturnType<typeof openCalls>
type Made = Readonly<{ client: { principal_id: string }; client_secret: string }>

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function signIn(url: string, id: string, secret: string): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'user_impersonation' }),
  })
  if (!response.ok) throw new Error(`${id} could not sign in: ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}

type Sent = Readonly<{
  method: string
  body?: object | undefined
  headers: Readonly<Record<string, string>>
}>

async function send(url: string, path: string, { method, body, headers }: Sent): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...headers,
      'user-agent': USER_AGENT,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, body: text === '' ? null : JSON.parse(text), retryAfter }
}

/** A fault of the scenario can cut the connection. */
const toNoResponse = (error: unknown): Answer => ({
  status: 0,
  body: { error: String(error) },
  retryAfter: null,
})

/** For what a scenario does to the emulator: if that fails, the scenario is wrong. */
async function need(url: string, path: string, sent: Sent): Promise<unknown> {
  const { status, body } = await send(url, path, sent)
  if (status < 300) return body
  throw new Error(`${sent.method} ${path} responded with ${status}: ${JSON.stringify(body)}`)
}

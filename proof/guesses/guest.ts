import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { PASSWORD } from '../../test/support/http/signer.ts'

export const PUBLIC_URL = 'http://binnacle.example'

type Answer = Readonly<{ status: number; body: string; location: string }>

export type Visitor = ReturnType<typeof makeGuest>

/** Milliseconds between sending the password and being let in. */
export async function signIn(visit: Visitor, login: string): Promise<number> {
  const form = await openForm(visit)
  const startedAt = performance.now()
  const { status, location } = await visit(form, { login, password: PASSWORD })
  const ms = performance.now() - startedAt
  if (status !== 303 || !location.includes('/oauth2/auth/')) {
    throw new Error(`${login} was answered ${status}`)
  }
  return ms
}

export async function openForm(visit: Visitor): Promise<string> {
  const asked = new URLSearchParams({
    client_id: 'spa',
    response_type: 'token',
    redirect_uri: 'https://client.example/back',
    scope: 'user_impersonation',
  })
  const { location } = await visit(`/oauth2/auth?${asked}`)
  const { status, body } = await visit(new URL(location, PUBLIC_URL).pathname)
  const [, action] = /action="([^"]*sign-in)"/.exec(body) ?? []
  if (!action) throw new Error(`no form, but ${status}:\n${body}`)
  return action
}

/** Comes from an address of its own, or says through a proxy each time where it comes from. */
export function makeGuest(
  url: string,
  {
    localAddress,
    forwardedFor,
    cookie,
  }: { localAddress?: string; forwardedFor?: () => string; cookie?: readonly [string, string] },
) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    ...(localAddress !== undefined && { localAddress }),
  })
  const cookies = new Map<string, string>(cookie && [cookie])
  return async (path: string, form?: Record<string, string>): Promise<Answer> => {
    const sent = request(`${url}${path}`, {
      agent,
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(forwardedFor && { 'x-forwarded-for': forwardedFor() }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    sent.end(form && new URLSearchParams(form).toString())
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const { statusCode: status = 0, headers } = response
    return { status, body: await text(response), location: headers.location ?? '' }
  }
}

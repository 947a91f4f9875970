import { randomUUID } from 'node:crypto'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { OWN_PAGES } from './clients.ts'
import { scopesIn } from './rules.ts'

/** Marks a request that asked for `token` alone, or for a form. Never taken from outside. */
export const PLAIN_TOKEN = 'plain_token'
const AS_FORM = 'form'

/**
 * The specified implicit flow is plain OAuth 2.0, `response_type=token`, which the library does not
 * know. It is asked for `id_token token` instead, and the id token is taken out of its answer.
 */
export async function servePlainToken(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  const isAuthorization = ctx.path.endsWith('/auth')
  if (isAuthorization) ctx.querystring = rewrite(new URLSearchParams(ctx.querystring)).toString()
  await next()
  const location: string | undefined = ctx.response.get('location')
  if (ctx.oidc?.params?.[PLAIN_TOKEN] === '1' && location?.includes('#')) {
    ctx.set('location', withoutIdToken(location))
  }
}

function rewrite(query: URLSearchParams): URLSearchParams {
  query.delete(PLAIN_TOKEN)
  // The library would answer with a page of its own that runs a script, even to say no.
  const asForm = query.getAll('response_mode').includes('form_post')
  if (asForm) {
    query.delete('response_mode')
    query.set(PLAIN_TOKEN, AS_FORM)
  }
  // What is said twice is left as it is: the library refuses it.
  const isRepeated = ['response_type', 'scope', 'nonce'].some(
    (name) => query.getAll(name).length > 1,
  )
  if (query.get('response_type') !== 'token' || isRepeated) return query
  const scopes = new Set(['openid', ...scopesIn(query.get('scope'))])
  query.set('response_type', 'id_token token')
  query.set('scope', [...scopes].join(' '))
  query.set('nonce', query.get('nonce') ?? randomUUID())
  if (!asForm) query.set(PLAIN_TOKEN, '1')
  return query
}

/** State must come back byte for byte, so nothing but the one parameter is touched. */
function withoutIdToken(location: string): string {
  const [address = '', fragment = ''] = splitOnce(location, '#')
  const kept = fragment.split('&').filter((part) => !part.startsWith('id_token='))
  return `${address}#${kept.join('&')}`
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Runs when client, redirect URI and resource are known to be right: what is refused here reaches the client. */
export async function checkAuthorization(
  ctx: KoaContextWithOIDC,
  flag: string | undefined,
): Promise<void> {
  const { params = {}, resourceServers = {} } = ctx.oidc
  if (flag && params.response_mode !== undefined && params.response_mode !== 'fragment') {
    throw new errors.InvalidRequest('response_type=token supports only response_mode=fragment')
  }
  if (flag === AS_FORM) {
    throw new errors.InvalidRequest('response_mode=form_post is not supported')
  }
  const scopes = scopesIn(params.scope)
  if (ctx.oidc.client?.clientId === OWN_PAGES) return requireOpenidAlone(scopes)
  const offered = Object.values(resourceServers).flatMap(({ scope }) => scope?.split(' ') ?? [])
  refuseUnknownScopes(scopes, offered)
}

/** Whoever signs in for our own pages gets no token for anything. */
function requireOpenidAlone(scopes: readonly string[]): void {
  const other = scopes.find((scope) => scope !== 'openid')
  if (other !== undefined) throw new errors.InvalidScope('unknown scope', other)
}

/** An unknown scope would be dropped in silence by the library, and the token be good for nothing. */
export function refuseUnknownScopes(asked: readonly string[], offered: readonly string[]): void {
  const unknown = asked.find((scope) => !offered.includes(scope) && !OPENID.has(scope))
  if (unknown !== undefined) throw new errors.InvalidScope('unknown scope', unknown)
  if (!asked.some((scope) => offered.includes(scope))) {
    throw new errors.InvalidScope(`request the scope ${offered.join(' or ')}`, offered.join(' '))
  }
}

const OPENID = new Set(['openid', 'offline_access'])

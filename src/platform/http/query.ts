import { unescape as decodePercent } from 'node:querystring'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'

type Query = Record<string, string | string[]>

/**
 * For Fastify's `querystringParser`: names in lower case, a repeated name in any case as an array. All
 * of them, in one pass; `url-size.ts` has refused what is too much.
 */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = equals === -1 ? pair : pair.slice(0, equals)
    addValue(query, decode(name).toLowerCase(), equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
  return query
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return /%[0-9a-f]{2}/i.test(spaced) ? decodePercent(spaced) : spaced
}

function addValue(query: Query, key: string, value: string): void {
  const earlier = query[key]
  if (earlier === undefined) query[key] = value
  else if (typeof earlier === 'string') query[key] = [earlier, value]
  else earlier.push(value)
}

/** Query names are matched without regard to case: each route sees the spelling it declares. */
export function matchQueryNames(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { properties } = (route.schema?.querystring ?? {}) as { properties?: object }
    const names = Object.keys(properties ?? {}).map((name) => [name.toLowerCase(), name] as const)
    if (names.length > 0)
      route.preValidation = [rename(new Map(names)), route.preValidation ?? []].flat()
  })
}

function rename(declared: ReadonlyMap<string, string>): preValidationHookHandler {
  return (request, _reply, done) => {
    const given = Object.entries(request.query as Query)
    request.query = Object.fromEntries(
      given.map(([key, value]) => [declared.get(key) ?? key, value]),
    )
    done()
  }
}

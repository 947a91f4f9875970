import { parse } from 'node:querystring'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'

type Query = Record<string, string | string[]>

/**
 * For Fastify's `querystringParser`: names in lower case, a repeated name in any case as an array. All
 * of them, in one pass; `url-size.ts` has refused what is too much.
 */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  if (text === '') return query
  for (const [name, value = ''] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) {
    addValues(query, name.toLowerCase(), value)
  }
  return query
}

function addValues(query: Query, key: string, value: string | string[]): void {
  const earlier = query[key]
  if (earlier === undefined) query[key] = value
  else if (typeof earlier === 'string') query[key] = [earlier].concat(value)
  else if (typeof value === 'string') earlier.push(value)
  else earlier.push(...value)
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

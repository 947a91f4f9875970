import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notServed, retiredNotServed } from '../errors.ts'
import type { Feature } from '../lifecycle/setting.ts'
import operations from './operations.json' with { type: 'json' }

/**
 * What the retired product served and Binnacle does not: each answers so with a code of its own, belongs
 * to its feature's lifecycle, and is counted under its own name; any other address as `other`.
 */
export function retiredRoutes(app: FastifyInstance, onRetired: (operation: string) => void): void {
  // One route for all 300: hardly any is asked for, and each would be made at every start.
  const feature = (request: FastifyRequest) => findRetired(request)?.feature
  const options = { config: { access: { right: 'nothing' }, feature }, schema: { hide: true } }
  for (const url of ['/v0.1', '/v0.1/*']) {
    app.all(url, options, (request) => {
      const operation = findRetired(request)
      onRetired(operation?.name ?? 'other')
      throw operation ? retiredNotServed() : notServed()
    })
  }
}

/** More than names of their greatest length need; each of the patterns reads the whole of a path. */
const LONGEST_PATH = 1000

/** In this order a fixed part of a path goes before a name: `{` sorts behind all letters. */
const RETIRED = Object.entries(operations)
  .flatMap(([feature, paths]) =>
    Object.entries<Record<string, string>>(paths).map(([path, names]) => ({
      feature: feature as Feature,
      path,
      names,
    })),
  )
  .sort((a, b) => (a.path < b.path ? -1 : 1))
  .map(({ path, ...rest }) => ({ ...rest, pattern: toPattern(path) }))

function toPattern(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+' : RegExp.escape(part)))
  return new RegExp(`^/v0\\.1${parts.join('/')}$`, 'i')
}

function findRetired({ url, method }: FastifyRequest) {
  const [path = ''] = url.split('?', 1)
  if (path.length > LONGEST_PATH) return undefined
  const verb = method === 'HEAD' ? 'GET' : method
  for (const { pattern, names, feature } of RETIRED) {
    const name = names[verb]
    if (name !== undefined && pattern.test(path)) return { name, feature }
  }
  return undefined
}

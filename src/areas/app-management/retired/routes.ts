import type { FastifyInstance, HTTPMethods } from 'fastify'
import { notServed, retiredNotServed } from '../errors.ts'
import type { Feature } from '../lifecycle/setting.ts'
import operations from './operations.json' with { type: 'json' }

/**
 * What the retired product served and Binnacle does not: each answers so with a code of its own, belongs
 * to its feature's lifecycle, and is counted under its own name; any other address as `other`.
 */
export function retiredRoutes(app: FastifyInstance, onRetired: (operation: string) => void): void {
  const refuse =
    (operation: string, refusal = retiredNotServed) =>
    () => {
      onRetired(operation)
      throw refusal()
    }
  const access = { right: 'nothing' }
  const schema = { hide: true }
  for (const [feature, paths] of Object.entries(operations)) {
    const config = { access, feature: feature as Feature }
    for (const [path, methods] of Object.entries<Record<string, string>>(paths)) {
      const url = `/v0.1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      for (const [method, name] of Object.entries(methods)) {
        app.route({ method: method as HTTPMethods, url, config, schema, handler: refuse(name) })
      }
    }
  }
  for (const url of ['/v0.1', '/v0.1/*']) {
    app.all(url, { config: { access, feature: 'none' }, schema }, refuse('other', notServed))
  }
}

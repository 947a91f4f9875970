import type { FastifyInstance } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import { renderException } from '../../platform/http/errors/exception-response.ts'
import { operationNotServed } from './errors.ts'
import { UNSERVED } from './operations.ts'

type Deps = SubscriptionGuard & Readonly<{ vendorNamespace: string }>

const RIGHT = 'learn what is not served'

/** Tells a signed-in caller that a published operation is not served, so that it does not look for a typing error. */
export function unservedRoutes(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  // No api-version is wrong where none is served.
  guardSubscriptions(app, deps, { [RIGHT]: 'any signed-in account' }, () => undefined)
  const options = { config: { access: { right: RIGHT } }, schema: { hide: true } }
  for (const { why, paths } of UNSERVED) {
    // Before the body is read: whatever it is, it is not what is wrong.
    const refuse = async () => {
      throw operationNotServed(why)
    }
    for (const [path, method] of Object.entries(paths)) {
      const url = toUrl(path, deps.vendorNamespace)
      app.route({ ...options, method: [...method], url, onRequest: refuse, handler: refuse })
    }
  }
}

const toUrl = (path: string, vendorNamespace: string) =>
  path
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .replace(/Microsoft\.(Capacity|Insights|Quota)\b/, `${vendorNamespace}.$1`)

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProductClock } from '../../../platform/time.ts'
import { operationRetired } from '../errors.ts'
import type { Feature, Lifecycle } from './setting.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the operation was part of in the retired product, if anything; `account` when it does not say. */
    feature?: (request: FastifyRequest) => Feature | undefined
  }
}

/** What never was part of the product cannot have been retired with it. */
function endOf(lifecycle: Lifecycle, request: FastifyRequest) {
  const { feature: find } = request.routeOptions.config
  const feature = find ? find(request) : 'account'
  const end = feature && lifecycle[feature]
  return end && { ...end, feature }
}

/** Says on every answer of a feature when it ends. Returns the check that refuses what has ended. */
export function announceLifecycle(
  app: FastifyInstance,
  lifecycle: Lifecycle,
  productTime: ProductClock,
): (request: FastifyRequest) => void {
  if (Object.keys(lifecycle).length === 0) return () => undefined
  app.addHook('onRequest', (request, reply, done) => {
    const end = endOf(lifecycle, request)
    if (end) {
      reply.header('deprecation', `@${Math.floor(end.endsAt.getTime() / 1000)}`)
      reply.header('sunset', end.endsAt.toUTCString())
    }
    done()
  })
  return (request) => {
    const end = endOf(lifecycle, request)
    if (end?.enforce && productTime() > end.endsAt) throw operationRetired(end.feature, end.endsAt)
  }
}

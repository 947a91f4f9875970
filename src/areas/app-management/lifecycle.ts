import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Feature, Lifecycle } from '../../platform/lifecycle.ts'
import { operationRetired } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the operation was part of in the retired product; `account` when it does not say. */
    feature?: Feature
  }
}

const featureOf = (request: FastifyRequest) => request.routeOptions.config.feature ?? 'account'

/** Says on every answer of a feature when it ends. Returns the check that refuses what has ended. */
export function announceLifecycle(
  app: FastifyInstance,
  lifecycle: Lifecycle,
  clock: Clock,
): (request: FastifyRequest) => void {
  app.addHook('onRequest', (request, reply, done) => {
    const end = lifecycle[featureOf(request)]
    if (end) {
      reply.header('deprecation', `@${Math.floor(end.endsAt.getTime() / 1000)}`)
      reply.header('sunset', end.endsAt.toUTCString())
    }
    done()
  })
  return (request) => {
    const feature = featureOf(request)
    const end = lifecycle[feature]
    if (end?.enforce && clock() > end.endsAt) throw operationRetired(feature, end.endsAt)
  }
}

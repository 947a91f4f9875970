import type { FastifyInstance, RouteOptions } from 'fastify'

/** What a route demands of its caller. There is no default on purpose. */
export type Access = { public: true } | NeededRight

/** A guard adds what its rights tell the types of handlers. */
export interface NeededRight {
  right: string
}

/** By what each is the id of. */
export type CallerIds = Readonly<Record<string, string>>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Set by the guard of the scope: somebody checks what the route demands. */
    guarded?: true
  }
  interface FastifyRequest {
    /** Who calls, as one key that limits and queues count by; empty until it is known. */
    principal: string
    /** What the log line of the request says about its caller: ids, never a value that opens something. */
    callerIds: CallerIds | undefined
  }
}

/** Nothing is open by accident: a route that does not say who may call it keeps the server from starting. */
export function closeByDefault(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorateRequest('principal', '')
  app.decorateRequest('callerIds', undefined)
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => !isClosedOrPublic(config?.access, config?.guarded))
    if (open.length === 0) return
    const names = open.map(({ method, url }) => `${method} ${url}`)
    throw new Error(`These routes do not declare their access: ${names.join(', ')}`)
  })
}

function isClosedOrPublic(access: Access | undefined, guarded: true | undefined): boolean {
  return access !== undefined && ('public' in access || guarded === true)
}

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Call, Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'

/** What a route demands of its caller. There is no default on purpose. */
export type Access = { public: true } | { right: string }

export type Guard = Readonly<{
  authenticate: (request: FastifyRequest) => Promise<Caller>
  /** Everything a route of this scope can demand. */
  rights: Readonly<Record<string, unknown>>
  /** Throws when the caller does not have the right. */
  authorize: (request: FastifyRequest, right: string, reply: FastifyReply) => Promise<void>
  /** Called once it is known who calls; throws when the caller has used up its allowance. */
  limit: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => void
  clock: Clock
}>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Set by `guardRoutes`: somebody checks what the route demands. */
    guarded?: true
  }
  interface FastifyRequest {
    call: Call
  }
}

/** Nothing is open by accident: a route that does not say who may call it keeps the server from starting. */
export function closeByDefault(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorateRequest('call')
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => !isClosedOrPublic(config?.access, config?.guarded))
    if (open.length === 0) return
    const names = open.map(({ method, url }) => `${method} ${url}`)
    throw new Error(`These routes do not say who may call them: ${names.join(', ')}`)
  })
}

function isClosedOrPublic(access: Access | undefined, guarded: true | undefined): boolean {
  return access !== undefined && ('public' in access || guarded === true)
}

/** Checks what each route of this scope demands, before its input is looked at: 401 comes before 400. */
export function guardRoutes(app: FastifyInstance, guard: Guard): void {
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    if (access && 'right' in access && !guard.rights[access.right]) {
      throw new Error(`${route.method} ${route.url} demands "${access.right}", which nobody grants`)
    }
    route.config = { ...route.config, guarded: true }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (!access || 'public' in access) return
    const caller = await guard.authenticate(request)
    const { ip: source, id: requestId, clientRequestId } = request
    request.call = { caller, at: guard.clock(), source, requestId, clientRequestId }
    guard.limit(caller, request, reply)
    await guard.authorize(request, access.right, reply)
  })
}

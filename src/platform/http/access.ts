import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from '../caller.ts'
import type { RequestError } from '../errors.ts'

/** What a route demands of its caller. There is no default on purpose. */
export type Access = { public: true } | { right: string }

export type Guard = Readonly<{
  authenticate: (request: FastifyRequest) => Promise<Caller>
  /** Everything a route of this scope can demand: why a caller may not, or nothing when it may. */
  rights: Readonly<Record<string, (caller: Caller) => RequestError | undefined>>
  /** Called once it is known who calls; throws when the caller has used up its allowance. */
  limit: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => void
}>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Set by `guardRoutes`: somebody checks what the route demands. */
    guarded?: true
  }
  interface FastifyRequest {
    caller: Caller
  }
}

/** Nothing is open by accident: a route that does not say who may call it keeps the server from starting. */
export function closeByDefault(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorateRequest('caller')
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
    request.caller = caller
    guard.limit(caller, request, reply)
    const refusal = guard.rights[access.right]?.(caller)
    if (refusal) throw refusal
  })
}

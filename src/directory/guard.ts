import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProductClock } from '../platform/time.ts'
import {
  type Call,
  type Caller,
  idsOf,
  principalOf,
  type RequestKey,
  type StepUp,
} from './caller.ts'

export type Guard = Readonly<{
  authenticate: (request: FastifyRequest) => Promise<Caller>
  /** Everything a route of this scope can demand. */
  rights: Readonly<Record<string, unknown>>
  /** Throws when the caller does not have the right. A promise only if something must be awaited. */
  authorize: (
    request: FastifyRequest,
    right: string,
    reply: FastifyReply,
  ) => Promise<void> | undefined
  /** Called once it is known who calls; throws when the caller has used up its allowance. */
  limit: (request: FastifyRequest, reply: FastifyReply) => void
  productTime: ProductClock
  /** Needed where operations ask for a second factor. */
  stepUp?: StepUp
}>

/** Who can be behind a request that its guard let pass: the kinds of caller that the right is for. */
type CallerOf<Config> = Config extends { access: { by: readonly (infer Kind)[] } }
  ? Extract<Caller, { kind: Kind }>
  : Caller

declare module '../platform/http/access.ts' {
  interface NeededRight {
    by?: readonly Caller['kind'][]
  }
}

declare module 'fastify' {
  interface FastifyRequest<
    RouteGeneric,
    RawServer,
    RawRequest,
    SchemaCompiler,
    TypeProvider,
    ContextConfig,
  > {
    call: Call<CallerOf<ContextConfig>>
  }
}

/** Checks what each route of this scope demands, before its input is looked at: 401 comes before 400. */
export function guardRoutes(app: FastifyInstance, guard: Guard): void {
  app.decorateRequest('call')
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    if (access && 'right' in access && !guard.rights[access.right]) {
      throw new Error(`${route.method} ${route.url} requires the unknown right "${access.right}"`)
    }
    route.config = { ...route.config, guarded: true }
  })
  // Promises by hand: an async function per step takes longer than the step.
  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config
    if (!access || 'public' in access) return done()
    // `done` without an error lets the request in, so a rejection always has one.
    const refuse = (error: unknown) =>
      done(error instanceof Error ? error : new Error('rejected without an error'))
    guard.authenticate(request).then((caller) => {
      let pending: Promise<void> | undefined
      try {
        pending = admit(guard, caller, request, reply, access.right)
      } catch (error) {
        return refuse(error)
      }
      if (pending) pending.then(() => done(), refuse)
      else done()
    }, refuse)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const requestKey = request.call && findRequestKey(request)
    if (requestKey) request.call = { ...request.call, requestKey }
    done()
  })
}

function admit(
  guard: Guard,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  right: string,
): Promise<void> | undefined {
  const { ip: source, id: requestId, clientRequestId } = request
  const { stepUp } = guard
  request.call = { caller, at: guard.productTime(), source, requestId, clientRequestId, stepUp }
  request.principal = principalOf(caller)
  request.callerIds = idsOf(caller)
  guard.limit(request, reply)
  return guard.authorize(request, right, reply)
}

/** After validation: what its body holds belongs to a request. */
function findRequestKey(request: FastifyRequest): RequestKey | undefined {
  const { method } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  const { url, headers, clientRequestId, body } = request
  const path = `${method} ${url.replace(/\?.*$/s, '')}`
  const { 'idempotency-key': key } = headers
  if (typeof key === 'string') return { header: 'idempotency-key', value: key, path, body }
  return clientRequestId === undefined
    ? undefined
    : { header: 'x-ms-client-request-id', value: clientRequestId, path, body }
}

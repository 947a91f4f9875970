import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WalPosition } from '../../platform/db/replicas/position.ts'
import type { ProductClock } from '../../platform/time.ts'
import type { Caller } from '../caller.ts'
import { type Guard, guardRoutes } from '../guard.ts'
import { roleTooLow, subscriptionMissing, subscriptionNotVisible } from './errors.ts'
import { type Subscription, type SubscriptionRole, toSubscriptionId } from './rules.ts'

/** What an operation can demand: the roles on the subscription that may, or no role at all. */
export type SubscriptionRights = Readonly<
  Record<string, readonly SubscriptionRole[] | 'any signed-in account'>
>

export type SubscriptionGuard = Readonly<{
  productTime: ProductClock
  limit: Guard['limit']
  /** Who calls, and the role they have on the subscription. */
  authenticate: (
    request: FastifyRequest,
    subscriptionId: string | null,
  ) => Promise<{
    caller: Caller
    role: SubscriptionRole | null
    walPosition: WalPosition | undefined
  }>
}>

/** A right that names roles lets nobody pass who has none of them. */
type SubscriptionOf<Config> = Config extends { access: { roles: readonly (infer Role)[] } }
  ? Subscription<Role>
  : Subscription | undefined

declare module 'fastify' {
  interface FastifyRequest<
    RouteGeneric,
    RawServer,
    RawRequest,
    SchemaCompiler,
    TypeProvider,
    ContextConfig,
  > {
    subscription: SubscriptionOf<ContextConfig>
    /** Of the primary when the caller was looked up, if there are replicas. */
    walPosition: WalPosition | undefined
  }
}

/** Guards an area whose paths begin with a subscription: who calls, and with which role. */
export function guardSubscriptions(
  app: FastifyInstance,
  { productTime, limit, authenticate }: SubscriptionGuard,
  rights: SubscriptionRights,
  /** Comes after the caller is known, and before its role is looked at. */
  checkRequest: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('subscription')
  app.decorateRequest('walPosition')
  guardRoutes(app, {
    productTime,
    limit,
    rights,
    authenticate(request) {
      const id = toSubscriptionId(namedIn(request))
      return authenticate(request, id ?? null).then(({ caller, role, walPosition }) => {
        request.walPosition = walPosition
        request.subscription = id !== undefined && role ? { id, role } : undefined
        return caller
      })
    },
    authorize(request, right, reply) {
      checkRequest(request, reply)
      const roles = rights[right]
      if (typeof roles === 'object') requireRole(request, right, roles)
      return undefined
    },
  })
}

const namedIn = (request: FastifyRequest) =>
  (request.params as { subscriptionId?: string }).subscriptionId

/** A subscription without a role on it is not there. */
function requireRole(
  request: FastifyRequest,
  right: string,
  roles: readonly SubscriptionRole[],
): void {
  const id = namedIn(request)
  if (!id) throw subscriptionMissing()
  if (!request.subscription) throw subscriptionNotVisible(id)
  if (!roles.includes(request.subscription.role)) throw roleTooLow(right, roles)
}

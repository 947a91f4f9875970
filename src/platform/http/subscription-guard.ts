import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { RequestError } from '../errors.ts'
import {
  roleTooLow,
  type SubscriptionRole,
  subscriptionMissing,
  subscriptionNotFound,
  toSubscriptionId,
} from '../subscription.ts'
import { type Guard, guardRoutes } from './access.ts'
import { type ApiVersions, judgeApiVersion } from './api-version.ts'

/** What an operation can demand: the roles on the subscription that may, or no role at all. */
export type SubscriptionRights = Readonly<
  Record<string, readonly SubscriptionRole[] | 'whoever is signed in'>
>

export type SubscriptionGuard = Readonly<{
  clock: Clock
  limit: Guard['limit']
  /** Who calls, and the role they have on the subscription. */
  authenticate: (
    request: FastifyRequest,
    subscriptionId: string | null,
  ) => Promise<{ caller: Caller; role: SubscriptionRole | null }>
}>

declare module 'fastify' {
  interface FastifyRequest {
    /** As it is stored; empty when the path names none, or nothing that can be one. */
    subscriptionId: string
    subscriptionRole: SubscriptionRole | null
  }
}

/** The door of an area whose paths begin with a subscription: who calls, which version, which role. */
export function guardSubscriptions(
  app: FastifyInstance,
  { clock, limit, authenticate }: SubscriptionGuard,
  rights: SubscriptionRights,
  versions: ApiVersions,
): void {
  app.decorateRequest('subscriptionId', '')
  app.decorateRequest('subscriptionRole', null)
  guardRoutes(app, {
    clock,
    limit,
    rights,
    async authenticate(request) {
      const id = toSubscriptionId(namedIn(request))
      const { caller, role } = await authenticate(request, id ?? null)
      request.subscriptionId = id ?? ''
      request.subscriptionRole = role
      return caller
    },
    async authorize(request, right, reply) {
      checkApiVersion(request, reply, versions)
      const roles = rights[right]
      if (typeof roles === 'object') requireRole(request, right, roles)
    },
  })
}

const namedIn = (request: FastifyRequest) =>
  (request.params as { subscriptionId?: string }).subscriptionId ?? ''

/** A subscription without a role on it is not there. */
function requireRole(
  request: FastifyRequest,
  right: string,
  roles: readonly SubscriptionRole[],
): void {
  const id = namedIn(request)
  if (id === '') throw subscriptionMissing()
  if (request.subscriptionRole === null) throw subscriptionNotFound(id)
  if (!roles.includes(request.subscriptionRole)) throw roleTooLow(right, roles)
}

function checkApiVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  versions: ApiVersions,
): void {
  const given = (request.query as Record<string, string | string[]>)['api-version']
  const verdict = judgeApiVersion(given, versions)
  if ('serves' in verdict) {
    if (verdict.isNewer) reply.header('x-binnacle-served-api-version', verdict.serves)
    return
  }
  const { accepted } = versions
  throw verdict.fault === 'missing'
    ? apiVersionMissing(accepted)
    : apiVersionUnsupported(verdict.asked, accepted)
}

const apiVersionMissing = (versions: readonly string[]) =>
  new RequestError(
    'invalid',
    'MissingApiVersionParameter',
    `The query parameter api-version is required for all requests. Send ${listed(versions)}.`,
  )

const apiVersionUnsupported = (asked: string, versions: readonly string[]) =>
  new RequestError(
    'invalid',
    'InvalidApiVersionParameter',
    `The api-version ${asked} is not supported. Send ${listed(versions)}.`,
  )

const listed = (versions: readonly string[]) =>
  versions.length === 1 ? versions.join() : `one of: ${versions.join(', ')}`

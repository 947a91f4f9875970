import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import { type Guard, guardRoutes } from '../../platform/http/access.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { validateBodiesStrictly } from '../../platform/http/validation.ts'
import type { Lifecycle } from '../../platform/lifecycle.ts'
import { judge, type Place, type Right, rights, type Target } from './access.ts'
import { toPlaceKey } from './actions.ts'
import { appRoutes } from './apps/routes.ts'
import * as apps from './apps/wire.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { refuseEmptyBodies } from './empty-body.ts'
import { ownInvitationRoutes } from './invitations/own/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import * as invitations from './invitations/wire.ts'
import { announceLifecycle } from './lifecycle.ts'
import { memberRoutes } from './members/routes.ts'
import * as members from './members/wire.ts'
import { organizationRoutes } from './organizations/routes.ts'
import * as organizations from './organizations/wire.ts'
import { ownerRoutes } from './owners/routes.ts'
import * as owners from './owners/wire.ts'
import { retiredRoutes } from './retired/routes.ts'
import { findPlaces } from './store.ts'
import { tokenRoutes } from './tokens/routes.ts'
import * as tokens from './tokens/wire.ts'
import { transferRoutes } from './transfer/routes.ts'
import { appManagementErrors, DoorError, OperationError } from './wire.ts'

export type AppManagementDeps = Readonly<{
  db: Db
  reads: SharedReads
  clock: Clock
  baseUrl: string
  compatEmptyBody: boolean
  orgTokens: boolean
  lifecycle: Lifecycle
  authenticate: Guard['authenticate']
  limit: Guard['limit']
  /** Told the name of every retired operation somebody still calls. */
  onRetired: (operation: string) => void
}>

declare module 'fastify' {
  interface FastifyRequest {
    /** What the path of the request names. */
    target: Target
    /** What was found there, when the right the route demands is about an app or an organization. */
    place: Place
  }
}

/** Area A. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function appManagementArea(
  app: FastifyInstance,
  deps: AppManagementDeps,
): Promise<void> {
  const { db, reads, clock, authenticate, limit } = deps
  app.setErrorHandler(handleErrors(appManagementErrors))
  app.decorateRequest('target')
  app.decorateRequest('place')
  const refuseEnded = announceLifecycle(app, deps.lifecycle, clock)
  const refuseEmptyBody = refuseEmptyBodies(app, deps.compatEmptyBody)
  const authorize = authorizeBy(reads, [refuseEnded, refuseEmptyBody])
  guardRoutes(app, { authenticate, rights, authorize, limit, clock })
  validateBodiesStrictly(app)
  addSchemas(app, [DoorError, OperationError])
  addSchemas(app, listNamed(owners, apps, organizations, members, tokens, invitations))
  await describe(app, deps.baseUrl)
  ownerRoutes(app, db)
  appRoutes(app, db)
  transferRoutes(app, db)
  organizationRoutes(app, db)
  memberRoutes(app, db)
  invitationRoutes(app, db)
  ownInvitationRoutes(app, db)
  tokenRoutes(app, db, deps.orgTokens ? ['user', 'app', 'org'] : ['user', 'app'])
  await app.register((scope) => avatarRoutes(scope, db, deps.baseUrl))
  retiredRoutes(app, deps.onRetired)
}

/** The second question of a request: what is at the address, and what is the caller there? */
function authorizeBy(
  reads: SharedReads,
  refuseFirst: readonly ((request: FastifyRequest) => void)[],
) {
  const findPlace = reads.define(findPlaces)
  return async (request: FastifyRequest, name: string): Promise<void> => {
    for (const refuse of refuseFirst) refuse(request)
    const right = name as Right
    const target = toTarget(request.params as Record<string, string | undefined>)
    const key =
      'app' in rights[right] || 'organization' in rights[right]
        ? toPlaceKey(request.call, target)
        : undefined
    const place = key && (await findPlace(key))
    const refusal = judge(right, request.call.caller, target, place)
    if (refusal) throw refusal
    request.target = target
    if (place) request.place = place
  }
}

const toTarget = (params: Record<string, string | undefined>): Target => ({
  owner: params.owner_name ?? params.org_name,
  app: params.app_name,
  userEmail: params.user_email,
  userName: params.user_name,
  tokenId: params.api_token_id?.toLowerCase(),
})

const describe = (app: FastifyInstance, serverUrl: string) =>
  describeArea(app, {
    title: 'Binnacle: app management',
    description: 'Owners, apps, members and API tokens.',
    serverUrl,
    securitySchemes: {
      APIToken: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Token',
        description:
          'An API token, written `<API_TOKEN>` in examples. It is a secret: whoever has it can do what you can do. Keep it out of source code and in secure storage only. Prefer a token of an app when one app is enough; work across apps needs a user token.',
      },
    },
  })

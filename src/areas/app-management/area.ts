import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountIdOf } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Bucket } from '../../platform/config.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import { type Guard, guardRoutes } from '../../platform/http/access.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { validateBodiesStrictly } from '../../platform/http/validation.ts'
import { queueWrites } from '../../platform/http/write-queue.ts'
import type { Lifecycle } from '../../platform/lifecycle.ts'
import { judge, type Place, type Right, rights, type Target } from './access.ts'
import { toPlaceKey } from './actions.ts'
import { appRoutes } from './apps/routes.ts'
import * as apps from './apps/wire.ts'
import { avatarRoutes } from './avatars/routes.ts'
import type { Caps } from './caps/rules.ts'
import { refuseEmptyBodies } from './empty-body.ts'
import { ownInvitationRoutes } from './invitations/own/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { parseInvitationToken } from './invitations/rules.ts'
import * as invitations from './invitations/wire.ts'
import { announceLifecycle } from './lifecycle.ts'
import { memberRoutes } from './members/routes.ts'
import * as members from './members/wire.ts'
import { organizationRoutes } from './organizations/routes.ts'
import * as organizations from './organizations/wire.ts'
import { ownerRoutes } from './owners/routes.ts'
import * as owners from './owners/wire.ts'
import { pictureRoute } from './pictures/routes.ts'
import { retiredRoutes } from './retired/routes.ts'
import { findPlaces, type PlaceKey } from './store.ts'
import { tokenRoutes } from './tokens/routes.ts'
import * as tokens from './tokens/wire.ts'
import { transferRoutes } from './transfer/routes.ts'
import { appManagementErrors, DoorError, OperationError } from './wire.ts'

export type AppManagementDeps = Readonly<{
  db: Db
  reads: SharedReads
  clock: Clock
  baseUrl: string
  compatibleClients: boolean
  orgTokens: boolean
  /** People can have a password here. */
  hasSignIn: boolean
  caps: Caps
  /** For who calls without a token. */
  anonymousLimit: Bucket
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
  const { db, caps, clock, authenticate, limit } = deps
  const findPlace = deps.reads.define(findPlaces)
  app.setErrorHandler(handleErrors(appManagementErrors))
  app.decorateRequest('target')
  app.decorateRequest('place')
  const refuseEnded = announceLifecycle(app, deps.lifecycle, clock)
  const refuseEmptyBody = refuseEmptyBodies(app, deps.compatibleClients)
  const authorize = authorizeBy(findPlace, [refuseEnded, refuseEmptyBody])
  guardRoutes(app, { authenticate, rights, authorize, limit, clock })
  queueWrites(app, (request) => ownersOf(findPlace, request))
  validateBodiesStrictly(app)
  addSchemas(app, [DoorError, OperationError])
  addSchemas(app, listNamed(owners, apps, organizations, members, tokens, invitations))
  await describe(app, deps.baseUrl)
  ownerRoutes(app, db, deps.hasSignIn)
  appRoutes(app, db, caps)
  transferRoutes(app, db, caps)
  organizationRoutes(app, db, caps)
  memberRoutes(app, db)
  invitationRoutes(app, db, caps)
  ownInvitationRoutes(app, db, caps)
  const { orgTokens, compatibleClients } = deps
  tokenRoutes(app, db, { orgTokens, compatibleClients })
  await app.register((scope) => avatarRoutes(scope, db, deps.baseUrl))
  pictureRoute(app, db, deps)
  retiredRoutes(app, deps.onRetired)
}

/** The second question of a request: what is at the address, and what is the caller there? */
function authorizeBy(
  findPlace: FindPlace,
  refuseFirst: readonly ((request: FastifyRequest) => void | Promise<void>)[],
) {
  return async (request: FastifyRequest, name: string): Promise<void> => {
    for (const refuse of refuseFirst) await refuse(request)
    const right = name as Right
    const target = toTarget(request.params as Params)
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

/** The owners whose lock a write takes: of what its path names, of where an app goes, of an invitation, or the caller. */
async function ownersOf(findPlace: FindPlace, request: FastifyRequest): Promise<string[]> {
  const { call, place, params } = request
  const { destination_owner_name: destination, invitation_token: invitation } = params as Params
  const key = destination === undefined ? undefined : toPlaceKey(call, { owner: destination })
  const owners = [
    place?.ownerId ?? accountIdOf(call.caller),
    key && (await findPlace(key))?.ownerId,
    invitation === undefined ? undefined : parseInvitationToken(invitation)?.ownerId,
  ]
  return owners.filter((id) => typeof id === 'string')
}

type Params = Readonly<Record<string, string | undefined>>
type FindPlace = (key: PlaceKey) => Promise<Place | undefined>

const toTarget = (params: Params): Target => ({
  owner: params.owner_name ?? params.org_name,
  app: params.app_name,
  userEmail: params.user_email,
  userName: params.user_name,
  tokenId: params.api_token_id?.toLowerCase(),
})

const describe = (app: FastifyInstance, serverUrl: string) =>
  describeArea(app, {
    title: 'Binnacle: app management',
    description:
      'Owners, apps, members and API tokens. The original product with this API was retired on 31 March 2025; its analytics and diagnostics features were supported until 30 June 2026. This installation is not that product: nothing here ends on these dates unless the operator sets `LIFECYCLE`.',
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

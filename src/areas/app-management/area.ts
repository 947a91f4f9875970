import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountIdOf, type StepUp } from '../../directory/caller.ts'
import { type Guard, guardRoutes } from '../../directory/guard.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { queueWrites } from '../../platform/http/limits/write-queue.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { ProductClock } from '../../platform/time.ts'
import {
  type AppRight,
  type AppTarget,
  type ByEmail,
  type ByName,
  judge,
  type OrganizationRight,
  type OrganizationTarget,
  type ResolvedApp,
  type ResolvedTarget,
  type Right,
  rights,
  type Target,
} from './access.ts'
import { toTargetKey } from './actions.ts'
import { appRoutes } from './apps/routes.ts'
import * as apps from './apps/wire.ts'
import type { Caps } from './caps/rules.ts'
import { refuseEmptyBodies } from './empty-body.ts'
import { invitationLinkRoutes } from './invitations/links/routes.ts'
import { linkToInvitation } from './invitations/links/rules.ts'
import * as links from './invitations/links/wire.ts'
import { ownInvitationRoutes } from './invitations/own/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { parseInvitationToken } from './invitations/rules.ts'
import * as invitations from './invitations/wire.ts'
import { announceLifecycle } from './lifecycle/announce.ts'
import type { Lifecycle } from './lifecycle/setting.ts'
import { memberRoutes } from './members/routes.ts'
import * as members from './members/wire.ts'
import { organizationRoutes } from './organizations/routes.ts'
import * as organizations from './organizations/wire.ts'
import { ownerRoutes } from './owners/routes.ts'
import * as owners from './owners/wire.ts'
import { retiredRoutes } from './retired/routes.ts'
import type { SignIns } from './sign-ins/actions.ts'
import { signInRoutes } from './sign-ins/routes.ts'
import * as signIns from './sign-ins/wire.ts'
import { findTargets, type TargetKey } from './store.ts'
import { tokenLifeRoutes } from './tokens/life/routes.ts'
import type { TokenLife } from './tokens/life/rules.ts'
import * as tokenLives from './tokens/life/wire.ts'
import { tokenRoutes } from './tokens/routes.ts'
import * as tokens from './tokens/wire.ts'
import { transferRoutes } from './transfer/routes.ts'
import { AccessError, appManagementErrors, OperationError } from './wire.ts'

export type AppManagementDeps = Readonly<{
  db: Db
  reads: SharedReads
  productTime: ProductClock
  baseUrl: string
  compatibleClients: boolean
  orgTokens: boolean
  /** People can have a password here. */
  hasPasswords: boolean
  signIns: SignIns
  caps: Caps
  mailer: Mailer
  /** Where people sign in. None if nobody can. */
  signInUrl: string | undefined
  /** Of all new tokens; organizations can be stricter. */
  tokenLife: TokenLife
  lifecycle: Lifecycle
  authenticate: Guard['authenticate']
  limit: Guard['limit']
  stepUp: StepUp
  /** Told the name of every retired operation somebody still calls. */
  onRetired: (operation: string) => void
}>

/** What the right and the path of a route guarantee of its target. */
type TargetOf<Config, Named> = (Config extends { access: { right: AppRight } }
  ? AppTarget
  : Config extends { access: { right: OrganizationRight } }
    ? OrganizationTarget
    : Target) &
  (Named extends { params: { user_email: string } } ? ByEmail : unknown) &
  (Named extends { params: { user_name: string } } ? ByName : unknown)

type ResolvedOf<Config> = Config extends { access: { right: AppRight } }
  ? ResolvedApp
  : Config extends { access: { right: OrganizationRight } }
    ? ResolvedTarget
    : ResolvedTarget | undefined

declare module 'fastify' {
  interface FastifyRequest<
    RouteGeneric,
    RawServer,
    RawRequest,
    SchemaCompiler,
    TypeProvider,
    ContextConfig,
    Logger,
    RequestType,
  > {
    /** What the path of the request names. */
    target: TargetOf<ContextConfig, RequestType>
    /** What was found there, when the right the route demands is about an app or an organization. */
    resolved: ResolvedOf<ContextConfig>
  }
}

/** Area A. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function appManagementArea(
  app: FastifyInstance,
  deps: AppManagementDeps,
): Promise<void> {
  const { db, caps, mailer, productTime, authenticate, limit, stepUp } = deps
  const findTarget = deps.reads.define(findTargets)
  app.setErrorHandler(handleErrors(appManagementErrors))
  app.decorateRequest('target')
  app.decorateRequest('resolved')
  const refuseEnded = announceLifecycle(app, deps.lifecycle, productTime)
  const refuseEmptyBody = refuseEmptyBodies(app, deps.compatibleClients)
  const authorize = authorizeBy(findTarget, refuseEnded, refuseEmptyBody)
  guardRoutes(app, { authenticate, rights, authorize, limit, productTime, stepUp })
  queueWrites(app, (request) => ownersOf(findTarget, request))
  validateBodiesStrictly(app)
  addSchemas(app, [AccessError, OperationError])
  addSchemas(app, listNamed(owners, signIns, apps, organizations, members))
  addSchemas(app, listNamed(tokens, tokenLives, invitations, links))
  await describe(app, deps.baseUrl)
  const routes = typeRoutes(app)
  ownerRoutes(routes, db, deps.hasPasswords)
  signInRoutes(routes, db, deps.signIns)
  appRoutes(routes, db, deps.reads, caps)
  transferRoutes(routes, db, caps)
  organizationRoutes(routes, db, caps)
  memberRoutes(routes, db)
  const linkTo = linkToInvitation(deps.signInUrl)
  invitationRoutes(routes, db, { caps, mailer, linkTo })
  invitationLinkRoutes(routes, db, { mailer, linkTo })
  ownInvitationRoutes(routes, db, caps)
  const { orgTokens, compatibleClients, tokenLife } = deps
  tokenRoutes(routes, db, { orgTokens, compatibleClients, tokenLife, mailer })
  tokenLifeRoutes(routes, db, tokenLife)
  retiredRoutes(app, deps.onRetired)
}

/** The second question of a request: what is at the address, and what is the caller there? */
function authorizeBy(
  findTarget: FindTarget,
  refuseEnded: (request: FastifyRequest) => void,
  refuseEmptyBody: (request: FastifyRequest) => Promise<void> | undefined,
) {
  const authorize = (request: FastifyRequest, right: Right): Promise<void> | undefined => {
    const target = toTarget(request.params as Params)
    const admit = (resolved: ResolvedTarget | undefined): undefined => {
      const refusal = judge(right, request.call.caller, target, resolved)
      if (refusal) throw refusal
      request.target = target
      request.resolved = resolved
    }
    const isAboutTarget = 'app' in rights[right] || 'organization' in rights[right]
    const key = isAboutTarget ? toTargetKey(request.call, target) : undefined
    return key ? findTarget(key).then(admit) : admit(undefined)
  }
  return (request: FastifyRequest, name: string): Promise<void> | undefined => {
    refuseEnded(request)
    const right = name as Right
    return (
      refuseEmptyBody(request)?.then(() => authorize(request, right)) ?? authorize(request, right)
    )
  }
}

/** The owners whose lock a write takes: of what its path names, of where an app goes, of an invitation, or the caller. */
async function ownersOf(findTarget: FindTarget, request: FastifyRequest): Promise<string[]> {
  const { call, resolved, params } = request
  const { destination_owner_name: destination, invitation_token: invitation } = params as Params
  const key = destination === undefined ? undefined : toTargetKey(call, { owner: destination })
  const owners = [
    resolved?.ownerId ?? accountIdOf(call.caller),
    key && (await findTarget(key))?.ownerId,
    invitation === undefined ? undefined : parseInvitationToken(invitation)?.ownerId,
  ]
  return owners.filter((id) => typeof id === 'string')
}

type Params = Readonly<Record<string, string | undefined>>
type FindTarget = (key: TargetKey) => Promise<ResolvedTarget | undefined>

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
      'Owners, apps, members and API tokens. The app platform that introduced this API was retired on 31 March 2025; its analytics and diagnostics features were supported until 30 June 2026. This installation is not that product: no feature ends on these dates unless the operator sets `LIFECYCLE`.',
    serverUrl,
    securitySchemes: {
      APIToken: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Token',
        description:
          'An API token, written `<API_TOKEN>` in examples. The token is a secret: anyone who has it can act on your behalf. Keep it in secure storage only, and never put it in source code. Use an app token if you need access to one app only; use a user token to work with several apps.',
      },
    },
  })

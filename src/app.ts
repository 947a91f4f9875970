import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { appManagementArea } from './areas/app-management/area.ts'
import { groupsIn } from './areas/app-management/group-roles/actions.ts'
import { invitationLinksIn } from './areas/app-management/invitations/links/actions.ts'
import { operatorOrganizationRoutes } from './areas/app-management/operator/routes.ts'
import { operatorAppManagementWire } from './areas/app-management/operator/wire.ts'
import { endTokensOfAccount, recordEnd } from './areas/app-management/tokens/actions.ts'
import { createLimitMutex, type QuotaDeps, quotaArea } from './areas/quota/area.ts'
import { quotaExtensionArea } from './areas/quota/extension/area.ts'
import { operatorQuotaRoutes } from './areas/quota/operator/routes.ts'
import { operatorQuotaWire } from './areas/quota/operator/wire.ts'
import { serviceHealthArea } from './areas/service-health/area.ts'
import { eventFilters } from './areas/service-health/notices/area.ts'
import { registerCatalogue } from './areas/service-health/operator/registry/actions.ts'
import { operatorServiceHealthRoutes } from './areas/service-health/operator/routes.ts'
import { operatorServiceHealthWire } from './areas/service-health/operator/wire.ts'
import { statusPageArea } from './areas/service-health/status-page/area.ts'
import { operatorArea } from './directory/operators/area.ts'
import { errorsByArea } from './errors.ts'
import { authenticateByApiToken } from './identity/authenticate.ts'
import { createAuthenticators } from './identity/bearer/authenticators.ts'
import { openStepUp } from './identity/confirmation/step-up.ts'
import type { LastUsed } from './identity/last-used.ts'
import { mountSignIn, refuseSignIn } from './identity/mount.ts'
import { originChecker } from './identity/oauth/clients.ts'
import type { OauthEngine } from './identity/oauth/engine.ts'
import { observeSignIn, observeSigningKeys } from './identity/observe.ts'
import { operatorIdentityRoutes } from './identity/operator/routes.ts'
import { operatorIdentityWire } from './identity/operator/wire.ts'
import { openOwnSignIns } from './identity/own-sign-ins/actions.ts'
import { addressesOf, hasProvider, identityConfigOf } from './identity/settings.ts'
import { hasSignIn, toIssuersOfFirstSteps } from './identity/trusted-issuers.ts'
import { type JobData, mailerOf } from './jobs.ts'
import { alertRulesArea } from './management-api/alert-rules/area.ts'
import { notificationsArea } from './management-api/notifications/area.ts'
import { loadLinkKeys } from './management-api/notifications/receivers/link-keys.ts'
import { removeScopeSlashes } from './management-api/scope-path.ts'
import { ownSubscriptionsArea } from './management-api/subscriptions/area.ts'
import { unservedRoutes } from './management-api/unserved/routes.ts'
import type { Seal } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import type { ReadDb } from './platform/db/replicas/replicas.ts'
import type { SharedReads } from './platform/db/shared-read.ts'
import { closeByDefault } from './platform/http/access.ts'
import { allowOrigins } from './platform/http/cors.ts'
import type { UnroutedErrors } from './platform/http/errors/unrouted-errors.ts'
import { refuseUnstorableBodies } from './platform/http/errors/unstorable.ts'
import { limitRates } from './platform/http/limits/rate-limit.ts'
import { matchQueryNames } from './platform/http/query.ts'
import { healthRoutes } from './platform/http/server/health.ts'
import { observeRequests } from './platform/http/server/observe.ts'
import { openHttp } from './platform/http/server/open.ts'
import { prepareRequests } from './platform/http/server/prepare.ts'
import { traceRequests } from './platform/http/server/trace.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { type Cursors, createCursors } from './platform/paging/cursors.ts'
import { openPagesAt } from './platform/paging/page.ts'
import { mountExplorer, openApiDocuments, showExplorerFirst } from './platform/static/explorer.ts'
import { portalFiles } from './platform/static/portal-files.ts'
import type { ProductClock, RealClock } from './platform/time.ts'
import type { Traces } from './platform/traces/traces.ts'
import type { Config } from './settings.ts'

export type Deps = Readonly<{
  config: Config
  db: Db
  readDb: ReadDb
  reads: SharedReads
  jobs: Jobs<JobData>
  lastUsed: LastUsed
  /** With it, people can sign in here. */
  seal: Seal | undefined
  portalFolder: string | undefined
  productTime: ProductClock
  realTime: RealClock
  log: FastifyBaseLogger
  metrics: Metrics
  traces?: Traces | undefined
  isReady: () => boolean
}>

export type Server = Readonly<{
  app: FastifyInstance
  errors: UnroutedErrors
  documents: Documents
  /** To be called every minute. */
  takeOverKeys: () => Promise<void>
}>
export type Documents = Readonly<Record<string, () => object>>

/** What the portal has no page for. */
const SERVER_PATHS =
  /^\/(v0\.1|notifications|status|subscriptions|providers|operator|oauth2|adfs|tenants|metadata|explorer|openapi|livez|readyz|emulator)(\/|$)/i

/** The whole server on one page: platform, identity, areas, the operator API. */
export async function buildServer(deps: Deps): Promise<Server> {
  const { config, reads, seal, metrics, isReady } = deps
  const { plainHttp, hsts, trustProxy, requestTimeoutMs } = config
  const addresses = addressesOf(config)
  const errors = errorsByArea({ vendorNamespace: config.vendorNamespace, plainHttp }, deps.log)
  const app = openHttp({ trustProxy, requestTimeoutMs }, deps.log, errors, removeScopeSlashes)
  closeByDefault(app)
  if (deps.traces) traceRequests(app, deps.traces)
  const onRefused = () => metrics.refusedRequests.inc()
  prepareRequests(app, { plainHttp, hsts, isReady, onRefused })
  observeRequests(app, metrics)
  matchQueryNames(app)
  const { explorer, vendorNamespace, mail } = config
  const pages = { ...addresses, explorer, vendorNamespace, hasMail: mail !== undefined }
  const portal = portalFiles(deps.portalFolder, pages, SERVER_PATHS)
  errors.handleUnrouted(app, portal?.answer)
  const signIn = hasProvider(config) && seal ? signInDepsOf(deps, seal) : undefined
  const engine = signIn ? await mountSignIn(app, signIn) : refuseSignIn(app, config.portalUrl)
  if (engine) observeSigningKeys(engine.keys, metrics)
  await allowOrigins(app, originChecker(reads, addresses))
  const documents = await mountAreas(app, deps, engine)
  healthRoutes(app, isReady)
  openApiDocuments(app, documents)
  mountExplorer(app, explorer, documents, addresses)
  if (portal) await app.register(portal.mount)
  else if (config.explorer) showExplorerFirst(app)
  return { app, errors, documents, takeOverKeys: async () => engine?.takeOverKeys() }
}

function signInDepsOf(deps: Deps, seal: Seal) {
  const { config, db, realTime, productTime, metrics } = deps
  return {
    ...{ config: identityConfigOf(config), db, seal, realTime, productTime },
    freedNameDays: config.caps.freedNameDays,
    groups: groupsIn(db, productTime, config),
    links: invitationLinksIn(db, productTime, config.caps),
    mailer: mailerOf(deps),
    ...observeSignIn(metrics),
  }
}

/** Each in a scope of its own: nothing set in one reaches another. */
async function mountAreas(
  app: FastifyInstance,
  deps: Deps,
  engine: OauthEngine | undefined,
): Promise<Documents> {
  const { config, db, reads, seal, productTime, realTime, log } = deps
  const { freedNameDays } = config.caps
  const hasReplicas = config.databaseReadUrls.length > 0
  const forBearers = { config: identityConfigOf(config), db, reads, productTime, realTime, log }
  const authenticators = createAuthenticators({ ...forBearers, hasReplicas, freedNameDays }, engine)
  // Without a seal there is no second node that could be asked for the next page.
  const cursors = createCursors(seal?.deriveKeys('binnacle page markers') ?? [randomBytes(32)])
  const hasSignIn = engine !== undefined
  const stepUp = openStepUp({ ...forBearers, seal: engine && seal })
  const forPeople = { hasSignIn, hasPasswords: hasSignIn && config.bundledSignIn, stepUp }
  const shared = { authenticators, cursors, ...forPeople, mailer: mailerOf(deps) }
  const documents: Record<string, () => object> = {}
  const mount = (name: string, area: (scope: FastifyInstance) => Promise<void>) =>
    app.register(async (scope) => {
      refuseUnstorableBodies(scope)
      await area(scope)
      documents[name] = () => scope.swagger()
    })
  await mount('app-management', (scope) => mountAppManagement(scope, deps, shared))
  await mount('service-health', (scope) => mountServiceHealth(scope, deps, shared))
  const quota = quotaDepsOf(deps, shared)
  await mount('quota', (scope) => quotaArea(scope, quota))
  await mount('quota-extension', (scope) => quotaExtensionArea(scope, quota))
  const endpoints = { addresses: addressesOf(config), hasSignIn }
  await mount('subscriptions', (scope) => ownSubscriptionsArea(scope, { ...quota, ...endpoints }))
  const { managementUrl, portalUrl, statusPage } = config
  const forStatus = { db, productTime, realTime, log, managementUrl, portalUrl, statusPage }
  await app.register((scope) => statusPageArea(scope, forStatus))
  const linkKeys = seal ? await loadLinkKeys(db, seal, realTime) : []
  const forNotifications = { ...notificationDepsOf(deps, shared, quota), linkKeys }
  await mount('notifications', (scope) => notificationsArea(scope, forNotifications))
  await mount('alert-rules', (scope) => alertRulesArea(scope, forNotifications))
  await app.register(async (scope) => unservedRoutes(scope, quota))
  await mount('operator', (scope) => mountOperators(scope, deps, shared))
  return documents
}

type Shared = Readonly<{
  authenticators: ReturnType<typeof createAuthenticators>
  cursors: Cursors
  hasSignIn: boolean
  hasPasswords: boolean
  mailer: ReturnType<typeof mailerOf>
  stepUp: ReturnType<typeof openStepUp>
}>

function mountAppManagement(
  scope: FastifyInstance,
  { config, db, reads, seal, productTime, realTime, lastUsed, metrics }: Deps,
  { authenticators, hasSignIn, hasPasswords, mailer, stepUp }: Shared,
): Promise<void> {
  const { baseUrl, compatibleClients, orgTokens } = config
  const { caps, tokenLife, anonymousLimit, lifecycle } = config
  const settings = { orgTokens, anonymousLimit }
  const byApiToken = authenticateByApiToken(reads, lastUsed, { productTime, realTime }, settings)
  return appManagementArea(scope, {
    ...{ db, reads, productTime },
    ...{ baseUrl, compatibleClients, orgTokens, caps, tokenLife, lifecycle },
    ...{ hasPasswords, mailer, stepUp },
    signIns: openOwnSignIns({ db, seal, realTime, config: identityConfigOf(config) }),
    signInUrl: hasSignIn ? config.publicUrl : undefined,
    authenticate: authenticators.forAreaA(byApiToken),
    limit: limitRates(config.rateLimits, 'tenant', realTime),
    onRetired: (operation) => metrics.retiredOperations.inc({ operation }),
  })
}

function mountServiceHealth(
  scope: FastifyInstance,
  { config, db, readDb, productTime, realTime }: Deps,
  { authenticators, cursors }: Shared,
): Promise<void> {
  const { managementUrl, authUrl, vendorNamespace } = config
  const { strictApiVersion, mitigationSentinel, eventCacheMib } = config
  return serviceHealthArea(scope, {
    ...{ db, readDb, productTime },
    openPage: openPagesAt(managementUrl, cursors),
    ...{ managementUrl, authUrl, vendorNamespace },
    ...{ strictApiVersion, mitigationSentinel, eventCacheMib },
    authenticate: authenticators.forSubscriptions,
    limit: limitRates(config.rateLimits, 'subscription', realTime),
  })
}

/** Both quota APIs share one rate limit and one mutex. */
function quotaDepsOf(
  { config, db, reads, jobs, productTime, realTime }: Deps,
  { authenticators, cursors }: Shared,
): QuotaDeps {
  const { managementUrl, authUrl, vendorNamespace, quotaRetryAfterSeconds, quotaRules } = config
  return {
    ...{ db, reads, jobs, productTime },
    mutex: createLimitMutex(),
    openPage: openPagesAt(managementUrl, cursors),
    ...{ managementUrl, authUrl, vendorNamespace, quotaRetryAfterSeconds, quotaRules },
    authenticate: authenticators.forSubscriptions,
    limit: limitRates(config.rateLimits, 'subscription', realTime),
  }
}

function notificationDepsOf({ config, seal, realTime }: Deps, { mailer }: Shared, own: QuotaDeps) {
  const { notificationExceptions, notificationsPerSubscription, anonymousLimit } = config
  const limits = { notificationExceptions, notificationsPerSubscription, anonymousLimit }
  const { strictApiVersion } = config
  return { ...own, ...limits, strictApiVersion, seal, realTime, mailer, ...eventFilters }
}

/** Identity and the areas add their own operations, each with what it names. */
function mountOperators(
  scope: FastifyInstance,
  { config, db, jobs, seal, productTime, realTime }: Deps,
  { authenticators, cursors, hasPasswords, mailer, stepUp }: Shared,
): Promise<void> {
  const { publicUrl, vendorNamespace, caps, tokenLife, trustedIssuers } = config
  const { quotaRules, providerRetry: retryPolicy, providerExceptions } = config
  const openPage = openPagesAt(publicUrl, cursors)
  return operatorArea(scope, {
    ...{ db, publicUrl, openPage, productTime, stepUp, mailer },
    issuers: toIssuersOfFirstSteps(trustedIssuers),
    authenticate: authenticators.forOperators,
    limit: limitRates(config.rateLimits, 'tenant', realTime),
    addRoutes(operators) {
      const tokens = { end: endTokensOfAccount, record: recordEnd }
      const accounts = { db, publicUrl, openPage, realTime, tokens, hasPasswords, mailer }
      operatorIdentityRoutes(operators, { ...accounts, trustedIssuers })
      operatorOrganizationRoutes(operators, {
        ...{ db, openPage, caps, tokenLife },
        signInIssuers: trustedIssuers.filter(hasSignIn).map(({ issuer }) => issuer),
      })
      operatorServiceHealthRoutes(operators, { db, openPage, vendorNamespace })
      operatorQuotaRoutes(operators, {
        ...{ db, jobs, seal, productTime, openPage },
        ...{ quotaRules, retryPolicy, providerExceptions, registerCatalogue },
      })
    },
    schemas: {
      ...operatorIdentityWire,
      ...operatorAppManagementWire,
      ...operatorServiceHealthWire,
      ...operatorQuotaWire,
    },
  })
}

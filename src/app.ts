import { randomBytes } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { appManagementArea } from './areas/app-management/area.ts'
import { operatorOrganizationRoutes } from './areas/app-management/operator/routes.ts'
import * as operatorTokenWire from './areas/app-management/operator/tokens/wire.ts'
import * as operatorOrganizationWire from './areas/app-management/operator/wire.ts'
import * as organizationWire from './areas/app-management/organizations/wire.ts'
import { admitAccount, changeEmail, createAccount } from './areas/app-management/owners/actions.ts'
import { sweepPictures } from './areas/app-management/pictures/actions.ts'
import { endTokensOfAccount, recordEnd } from './areas/app-management/tokens/actions.ts'
import { appManagementErrors } from './areas/app-management/wire.ts'
import { quotaArea } from './areas/quota/area.ts'
import { quotaJobs } from './areas/quota/jobs.ts'
import { operatorQuotaRoutes } from './areas/quota/operator/routes.ts'
import { operatorQuotaWire } from './areas/quota/operator/wire.ts'
import { quotaErrors } from './areas/quota/wire.ts'
import { serviceHealthArea } from './areas/service-health/area.ts'
import { registerCatalogue } from './areas/service-health/operator/registry/actions.ts'
import { operatorServiceHealthRoutes } from './areas/service-health/operator/routes.ts'
import { operatorServiceHealthWire } from './areas/service-health/operator/wire.ts'
import { serviceHealthErrors } from './areas/service-health/wire.ts'
import { authenticateByApiToken } from './identity/authenticate.ts'
import { bearerOf } from './identity/bearer/ways-in.ts'
import type { LastUsed } from './identity/last-used.ts'
import { mountSignIn } from './identity/mount.ts'
import { originChecker } from './identity/oauth/clients.ts'
import { operatorArea, operatorErrors } from './identity/operator/area.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/connect.ts'
import type { SharedReads } from './platform/db/shared-read.ts'
import { closeByDefault } from './platform/http/access.ts'
import { rememberAddresses } from './platform/http/addresses.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { renderException } from './platform/http/exception-response.ts'
import { explorer, showExplorerFirst } from './platform/http/explorer.ts'
import { limitHeaderSize } from './platform/http/header-size.ts'
import { healthRoutes, leaveWhenStopping } from './platform/http/health.ts'
import { toServerOptions } from './platform/http/listen.ts'
import { observeRequests } from './platform/http/observe.ts'
import { pageMarkers } from './platform/http/page-marker.ts'
import { portalFiles } from './platform/http/portal-files.ts'
import { matchQueryNames, parseQuery } from './platform/http/query.ts'
import { limitRates } from './platform/http/rate-limit.ts'
import { makeRequestId, useRequestIds } from './platform/http/request-id.ts'
import { buildSerializers } from './platform/http/serialization.ts'
import { type StrayErrors, strayErrors } from './platform/http/stray-errors.ts'
import { secureTransport } from './platform/http/transport.ts'
import { limitUrls, shortenRefusedUrl } from './platform/http/url-size.ts'
import type { JobHandlers, Jobs } from './platform/jobs.ts'
import type { Metrics } from './platform/metrics.ts'
import { openOutgoing } from './platform/outgoing.ts'
import type { Seal } from './platform/seal.ts'
import { takeTurns } from './platform/turns.ts'

export type Deps = Readonly<{
  config: Config
  db: Db
  reads: SharedReads
  jobs: Jobs
  lastUsed: LastUsed
  /** With it, people can sign in here. */
  seal: Seal | undefined
  /** Where the built portal is, if it is to be served. */
  portalFolder: string | undefined
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  isReady: () => boolean
}>

export type Server = Readonly<{
  app: FastifyInstance
  errors: StrayErrors
  documents: Documents
  /** To be called every minute. */
  tidy: () => Promise<void>
}>
export type Documents = Readonly<Record<string, () => object>>

/** The whole server on one page. */
export async function buildServer(deps: Deps): Promise<Server> {
  const { config } = deps
  const errors = errorsByArea(deps)
  const app = openHttp(deps, errors)
  closeByDefault(app)
  useRequestIds(app)
  limitUrls(app)
  limitHeaderSize(app)
  secureTransport(app, config)
  leaveWhenStopping(app, deps.isReady)
  observeRequests(app, deps.metrics)
  matchQueryNames(app)
  const portal = portalFiles(deps.portalFolder, config)
  errors.answerRest(app, portal?.answer)

  const { seal } = deps
  const engine =
    seal && config.bundledSignIn ? await mountSignIn(app, { ...deps, seal }) : undefined
  await allowOrigins(app, originChecker(deps.reads, config))
  const documents = await mountAreas(app, deps, engine)

  healthRoutes(app, deps.isReady)
  await app.register((scope) => explorer(scope, documents, config))
  if (portal) await app.register(portal.mount)
  else showExplorerFirst(app)
  const sweep = sweepPictures(deps.db, deps.clock)
  const tidy = async () => {
    await engine?.refresh()
    await sweep()
  }
  return { app, errors, documents, tidy }
}

/** Each in a scope of its own: nothing set in one reaches another. */
async function mountAreas(
  app: FastifyInstance,
  deps: Deps,
  engine: Awaited<ReturnType<typeof mountSignIn>> | undefined,
): Promise<Documents> {
  const { config, clock, seal } = deps
  const documents: Record<string, () => object> = {}
  const bearer = bearerOf(
    { ...deps, admit: (...who) => admitAccount(deps.db, ...who, config.caps.freedNameDays) },
    engine,
  )
  await app.register(async (scope) => {
    await appManagementArea(scope, {
      ...config,
      ...deps,
      hasSignIn: engine !== undefined,
      authenticate: bearer.forAreaA(
        authenticateByApiToken(deps.reads, deps.lastUsed, clock, config),
      ),
      limit: limitRates(config.rateLimits, 'tenant'),
      onRetired: (operation) => deps.metrics.retiredOperations.inc({ operation }),
    })
    documents['app-management'] = () => scope.swagger()
  })
  // Without a seal there is no second node that could be asked for the next page.
  const markers = pageMarkers(seal?.derive('binnacle page markers') ?? randomBytes(32))
  const bySubscription = {
    markers,
    authenticate: bearer.forSubscriptions,
    limit: limitRates(config.rateLimits, 'subscription'),
  }
  await app.register(async (scope) => {
    await serviceHealthArea(scope, {
      ...config,
      ...deps,
      ...bySubscription,
    })
    documents['service-health'] = () => scope.swagger()
  })
  await app.register(async (scope) => {
    await quotaArea(scope, {
      ...config,
      ...deps,
      turns: takeTurns(),
      ...bySubscription,
    })
    documents.quota = () => scope.swagger()
  })
  await app.register(async (scope) => {
    await operatorArea(scope, {
      ...deps,
      authenticate: bearer.forOperators,
      limit: limitRates(config.rateLimits, 'tenant'),
      createAccount,
      changeEmail,
      tokens: { end: endTokensOfAccount, record: recordEnd },
      hasSignIn: engine !== undefined,
      more(operators) {
        operatorOrganizationRoutes(operators, { ...config, ...deps })
        operatorServiceHealthRoutes(operators, { ...config, ...deps })
        operatorQuotaRoutes(operators, { ...config, ...deps, markers, registerCatalogue })
      },
      moreSchemas: {
        ...organizationWire,
        ...operatorOrganizationWire,
        ...operatorTokenWire,
        ...operatorServiceHealthWire,
        ...operatorQuotaWire,
      },
    })
    documents.operator = () => scope.swagger()
  })
  return documents
}

/** What is done after a request was answered, by whichever process does it. */
export function jobHandlers(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'seal' | 'clock' | 'log'>,
): JobHandlers {
  const { providerTimeoutMs: timeoutMs, providerExceptions: exceptions } = deps.config
  return quotaJobs({ ...deps.config, ...deps, outgoing: openOutgoing({ timeoutMs, exceptions }) })
}

/** Whose error body an address gets, also when the framework itself refuses. */
function errorsByArea({ config, log }: Deps): StrayErrors {
  const { vendorNamespace } = config
  return strayErrors(
    [
      appManagementErrors,
      serviceHealthErrors(vendorNamespace),
      quotaErrors(vendorNamespace),
      operatorErrors,
    ],
    { owns: () => true, render: renderException },
    log,
    config,
  )
}

function openHttp({ config, log }: Deps, errors: StrayErrors): FastifyInstance {
  const options: FastifyHttpOptions<HttpServer> = {
    loggerInstance: log,
    // We write our own line: the framework's would hold the URL.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestId,
    // No logger per request: our lines name the request themselves.
    childLoggerFactory: (parent) => parent,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    routerOptions: {
      caseSensitive: false,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
    rewriteUrl: shortenRefusedUrl,
    bodyLimit: 1024 * 1024,
    schemaController: { compilersFactory: { buildSerializer: buildSerializers } },
    // Twice, because the framework sets its own limit of time over that of the listener.
    requestTimeout: config.requestTimeoutMs,
    http: toServerOptions(config),
    // While stopping, what still arrives on an open connection is served, and the connection closed.
    return503OnClosing: false,
    frameworkErrors: errors.onUnreadableUrl,
    clientErrorHandler: errors.onUnreadableRequest,
  }
  const app = Fastify(options)
  rememberAddresses(app.server)
  return app
}

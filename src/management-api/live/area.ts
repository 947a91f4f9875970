import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { roleTooLow, subscriptionNotVisible } from '../../directory/subscriptions/errors.ts'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import {
  ExceptionResponse,
  renderException,
} from '../../platform/http/errors/exception-response.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { operationsFor } from '../../platform/http/operation.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, pathParams } from '../../platform/http/schema.ts'
import type { Feed } from '../../platform/http/streams/feed.ts'
import { type Hub, openHub } from '../../platform/http/streams/hub.ts'
import type { StreamSettings } from '../../platform/http/streams/settings.ts'
import { implicitFlow } from '../openapi.ts'
import { StreamHeaders, toStreamAnswer } from './wire.ts'

/** What of a subscription can be followed. */
export type LiveStream = Readonly<{
  /** The last segment of the address. */
  path: string
  operationId: string
  summary: string
  description: string
  right: string
  roles: readonly SubscriptionRole[]
  feed: Feed
}>

type Deps = SubscriptionGuard &
  StreamSettings &
  Readonly<{
    authUrl: string
    managementUrl: string
    databaseUrl: string
    log: FastifyBaseLogger
    streams: readonly LiveStream[]
    /** Called once, with a function that counts the open streams of one name. */
    watch: (names: readonly string[], count: (name: string) => number) => void
  }>

/** Streams of areas B and C. They belong to no published API, so they have addresses and a version of their own. */
export async function liveArea(app: FastifyInstance, deps: Deps): Promise<void> {
  const { authUrl, managementUrl, streams } = deps
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  const rights = Object.fromEntries(streams.map(({ right, roles }) => [right, roles]))
  guardSubscriptions(app, deps, rights, () => undefined)
  addSchemas(app, [ExceptionResponse])
  await describeArea(app, {
    title: 'Binnacle: live',
    description: 'Changes of a subscription, as server-sent events while they happen.',
    serverUrl: managementUrl,
    securitySchemes: implicitFlow(authUrl),
  })
  const hub = openHub(app, deps)
  deps.watch(
    streams.map(({ feed }) => feed.name),
    hub.count,
  )
  for (const stream of streams) streamRoute(app, hub, deps, stream)
}

function streamRoute(
  app: FastifyInstance,
  hub: Hub,
  { authenticate }: Pick<Deps, 'authenticate'>,
  stream: LiveStream,
): void {
  const { path, operationId, summary, description, right, roles, feed } = stream
  const operation = operationsFor({ right, roles })
  typeRoutes(app).get(
    `/live/v1/subscriptions/:subscriptionId/${path}`,
    {
      exposeHeadRoute: false,
      ...operation(operationId, {
        tag: 'live',
        summary,
        params: pathParams('subscriptionId'),
        headers: StreamHeaders,
        answers: { 200: toStreamAnswer(description) },
      }),
    },
    async (request, reply) => {
      const { subscription, principal, headers } = request
      const { id: key } = subscription
      const verify = async () => {
        const { role } = await authenticate(request, key)
        if (!role) throw subscriptionNotVisible(key)
        if (!roles.includes(role)) throw roleTooLow(right, roles)
      }
      const lastSeen = headers['last-event-id']
      await hub.open(reply, { feed, key, caller: principal, lastSeen, verify })
    },
  )
}

import type { FastifyInstance } from 'fastify'
import { ExceptionResponse } from '../platform/http/errors/exception-response.ts'
import { refuseUnknownNames } from '../platform/http/errors/unknown-names.ts'
import { validateBodiesStrictly } from '../platform/http/errors/validation.ts'
import { describeArea } from '../platform/http/openapi.ts'
import { typeRoutes } from '../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../platform/http/schema.ts'
import type { ClockDeps } from './clock/actions.ts'
import { clockRoutes } from './clock/routes.ts'
import * as clockWire from './clock/wire.ts'
import { createExclusive } from './exclusive.ts'
import { type FaultDeps, injectFaults } from './faults/hook.ts'
import { faultRoutes } from './faults/routes.ts'
import * as faultWire from './faults/wire.ts'
import { CONTROL_KEY_HEADER, guardControls, isSignIn, pathOf } from './guard.ts'
import type { Instances } from './instances/instances.ts'
import { instanceRoutes } from './instances/routes.ts'
import * as instanceWire from './instances/wire.ts'
import type { MailList } from './mails/mails.ts'
import { mailPage, mailRoutes } from './mails/routes.ts'
import * as mailWire from './mails/wire.ts'
import { countPolls, hideSubRequestIds } from './quota-outcomes/hook.ts'
import type { Outcomes } from './quota-outcomes/outcomes.ts'
import { outcomeRoutes } from './quota-outcomes/routes.ts'
import * as outcomeWire from './quota-outcomes/wire.ts'
import { recordRequests } from './requests/hook.ts'
import type { RequestList } from './requests/requests.ts'
import { requestRoutes } from './requests/routes.ts'
import * as requestWire from './requests/wire.ts'
import type { SeedDeps } from './seed/actions.ts'
import { acceptYaml, seedRoutes } from './seed/routes.ts'
import * as seedWire from './seed/wire.ts'
import { snapshotRoutes } from './snapshots/routes.ts'
import * as snapshotWire from './snapshots/wire.ts'

export type EmulatorDeps = ClockDeps &
  FaultDeps &
  SeedDeps &
  Readonly<{
    controlKey: string
    requests: RequestList
    mails: MailList
    outcomes: Outcomes
    instances: Instances
    publicUrl: string
  }>

/** Makes a server that was built, and does not listen yet, an emulator. Answers the document of the controls. */
export async function addEmulator(app: FastifyInstance, deps: EmulatorDeps): Promise<() => object> {
  const { requests, clock } = deps
  shortenRetryAfter(app, deps)
  injectFaults(app, deps)
  recordRequests(app, requests, clock)
  countPolls(app, deps.outcomes)
  hideSubRequestIds(app, deps.outcomes)
  let document = (): object => ({})
  await app.register(async (scope) => {
    await controls(scope, deps)
    document = () => scope.swagger()
  })
  await app.register(async (scope) =>
    mailPage(scope, deps.mails, { controlKey: deps.controlKey, ownHosts: ownHostsOf(deps) }),
  )
  return () => document()
}

const ownHostsOf = ({ publicUrl }: EmulatorDeps) => new Set([new URL(publicUrl).hostname])

function shortenRetryAfter(app: FastifyInstance, { clock }: EmulatorDeps): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const seconds = Number(reply.getHeader('retry-after') ?? 0)
    const isShortened = clock.read().isMoved && !isSignIn(pathOf(request))
    if (seconds > 1 && isShortened) reply.header('retry-after', 1)
    done(null, payload)
  })
}

/** `/emulator/v1`: the controls. Only an emulator has them. */
async function controls(app: FastifyInstance, deps: EmulatorDeps): Promise<void> {
  const { controlKey, publicUrl } = deps
  guardControls(app, controlKey, ownHostsOf(deps))
  refuseUnknownNames(app)
  validateBodiesStrictly(app)
  acceptYaml(app)
  addSchemas(app, [
    ExceptionResponse,
    ...listNamed(clockWire, faultWire, instanceWire, outcomeWire, requestWire),
    ...listNamed(mailWire, seedWire, snapshotWire),
  ])
  await describeArea(app, {
    title: 'Binnacle: emulator',
    description: 'The controls of `binnacle dev`. Other installations do not have them.',
    serverUrl: publicUrl,
    securitySchemes: { controlKey: { type: 'apiKey', in: 'header', name: CONTROL_KEY_HEADER } },
  })
  const routes = typeRoutes(app)
  const exclusive = createExclusive()
  clockRoutes(routes, deps)
  faultRoutes(routes, deps.faults)
  instanceRoutes(routes, deps.instances, exclusive)
  outcomeRoutes(routes, deps.outcomes)
  requestRoutes(routes, deps.requests)
  mailRoutes(routes, deps.mails)
  seedRoutes(routes, deps, exclusive)
  const onReset = () => {
    deps.faults.clear()
    deps.outcomes.reset()
    deps.requests.clear()
    deps.mails.clear()
    // The jobs are those of the start, when the clock had the real time.
    deps.clock.reset()
  }
  const { snapshotDb, outcomes } = deps
  snapshotRoutes(routes, { db: snapshotDb, outcomes, exclusive, onReset })
}

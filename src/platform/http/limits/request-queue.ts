import type { IncomingMessage, RequestListener } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { AdmissionLimits } from '../../db/admission.ts'
import { RequestError } from '../../errors.ts'
import type { ServerSettings } from '../../settings/server.ts'
import type { UnroutedErrors } from '../errors/unrouted-errors.ts'
import { isProbe, isReadOf } from '../server/health.ts'
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts'
import { networksOf, toIp } from './networks.ts'

const LIMITS: Omit<FairQueueLimits, keyof AdmissionLimits> = {
  freePerAddress: 4,
  freePerNetwork: 40,
  turnMs: 1,
  turnShare: 0.25,
  maxReads: 64,
  maxReadsInOverload: 32,
  maxWaitingPerFlow: 500,
  maxWaiting: 2000,
  maxRefusals: 4000,
}

/** As many answers from memory take no time that others would miss. */
const UNQUEUED_PER_TURN = 16
/** More probes than balancers send in one turn of the event loop wait like other requests. */
const PROBES_PER_TURN = 16

type Options = Pick<ServerSettings, 'trustProxy'> &
  Readonly<{ admission: AdmissionLimits; unqueued?: readonly string[] }>

/** Requests wait here, before the framework reads them, while the event loop has no time for them. */
export function queueRequests(
  handle: RequestListener,
  { trustProxy, admission, unqueued = [] }: Options,
  refuse: UnroutedErrors['refuse'],
): RequestListener {
  const enqueue = createFairQueue({ ...LIMITS, ...admission })
  const trust = trustProxy.length > 0 ? proxyAddr.compile([...trustProxy]) : undefined
  const passesAsProbe = limitPerTurn(PROBES_PER_TURN)
  const passesUnqueued = limitPerTurn(UNQUEUED_PER_TURN)
  return (request, response) => {
    if (isProbe(request) && passesAsProbe()) return handle(request, response)
    if (isReadOf(unqueued, request) && passesUnqueued()) return handle(request, response)
    const address = (trust && toIp(proxyAddr(request, trust))) ?? request.socket.remoteAddress
    const { near, far } = networksOf(address ?? '')
    enqueue(
      { address: near, network: far, credential: findCredential(request) },
      {
        isRead: request.method === 'GET' || request.method === 'HEAD',
        start(end) {
          // The caller may have left while the request waited.
          if (response.destroyed) return end()
          response.once('close', end)
          handle(request, response)
        },
        refuse() {
          if (!response.destroyed) refuse(TOO_MANY_WAITING, request, response)
        },
      },
    )
  }
}

function limitPerTurn(max: number): () => boolean {
  let count = 0
  const reset = () => {
    count = 0
  }
  return () => {
    if (count === 0) setImmediate(reset)
    count++
    return count <= max
  }
}

/** Comparing long texts is slow. Longer ones are none of ours, and share a flow. */
const MAX_CREDENTIAL = 4096

/** Which of two is checked depends on the path, and the other can be anything: such requests share a flow. */
function findCredential({ headers }: IncomingMessage): string {
  const { authorization, 'x-api-token': apiToken } = headers
  if (authorization !== undefined && apiToken !== undefined) return 'two'
  const token = authorization ?? apiToken
  if (typeof token !== 'string') return ''
  return token.length > MAX_CREDENTIAL ? 'too long' : token
}

/** One for all: most of what an error costs is its stack. */
const TOO_MANY_WAITING = new RequestError(
  'unavailable',
  'TooManyRequestsWaiting',
  'This node has too many requests in its queue. Wait one second and try again.',
  { retryAfterSeconds: 1 },
)

import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../platform/errors.ts'
import { answerFailure, type ErrorBody, type Failure } from '../../platform/http/errors/errors.ts'
import type { Clock } from '../clock/clock.ts'
import { isControl, pathOf } from '../guard.ts'
import type { Faults } from './faults.ts'
import { type Effect, isFinal } from './rules.ts'

export type FaultDeps = Readonly<{
  faults: Faults
  clock: Pick<Clock, 'isOwn'>
  /** As for an access token or an API token that has expired. */
  expiredToken: (request: FastifyRequest) => RequestError
  /** With the error body of the area that the path belongs to. */
  bodyFor: (url: string) => ErrorBody
}>

const CHUNKS_PER_SECOND = 10

/** After the caller is known and before the body is read. A request without valid credentials gets its 401 first. */
export function injectFaults(app: FastifyInstance, deps: FaultDeps): void {
  app.decorateRequest('bytesPerSecond', 0)
  app.addHook('preParsing', async (request, reply) => {
    if (isControl(request) || deps.clock.isOwn()) return undefined
    const { method, callerIds = {}, principal } = request
    const effects = deps.faults.take({
      method,
      path: pathOf(request),
      callerIds: Object.values(callerIds),
      hasCredential: principal !== '',
    })
    for (const effect of effects) {
      if (await answers(effect, request, reply, deps)) return reply
    }
    return undefined
  })
  app.addHook('onSend', async (request, _reply, payload) =>
    request.bytesPerSecond > 0 && (typeof payload === 'string' || Buffer.isBuffer(payload))
      ? Readable.from(inPieces(Buffer.from(payload as string), request.bytesPerSecond))
      : payload,
  )
}

/** Whether the request is answered, so that its handler must not run. */
async function answers(
  effect: Effect,
  request: FastifyRequest,
  reply: FastifyReply,
  { expiredToken, bodyFor }: FaultDeps,
): Promise<boolean> {
  if (effect.kind === 'throttle') throw throttled(reply, effect.retryAfterSeconds ?? 1)
  if (effect.kind === 'expired-token') throw expiredToken(request)
  if (effect.kind === 'latency') await delayWhileOpen(request, effect.ms)
  if (effect.kind === 'slow-body') request.bytesPerSecond = effect.bytesPerSecond
  if (effect.kind === 'status') {
    answerFailure(request, reply, toFailure(effect), bodyFor(request.url))
  }
  if (effect.kind === 'cut') {
    reply.hijack()
    request.raw.socket.destroy()
  }
  return isFinal(effect)
}

/** A client that has left, or an emulator that stops, does not keep the process. */
async function delayWhileOpen({ raw }: FastifyRequest, ms: number): Promise<void> {
  const left = new AbortController()
  raw.socket.once('close', () => left.abort())
  await delay(ms, undefined, { signal: left.signal }).catch(() => undefined)
}

const toFailure = ({ status, code, message, retryAfterSeconds }: StatusEffect): Failure => ({
  status,
  code: code ?? 'InjectedFault',
  message: message ?? 'The emulator injected this fault. Remove it under /emulator/v1/faults.',
  details: [],
  retryAfterSeconds,
})
type StatusEffect = Extract<Effect, { kind: 'status' }>

/** With the header in which the rate limit counts, which clients of the ecosystem read. */
function throttled(reply: FastifyReply, retryAfterSeconds: number): RequestError {
  const { method, url } = reply.request
  const scope = /^\/subscriptions\//i.test(url) ? 'subscription' : 'tenant'
  const kind = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes'
  reply.header(`x-ms-ratelimit-remaining-${scope}-${kind}`, 0)
  return new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `You have exceeded the rate limit for ${kind}. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  )
}

async function* inPieces(body: Buffer, bytesPerSecond: number) {
  const size = Math.max(1, Math.round(bytesPerSecond / CHUNKS_PER_SECOND))
  for (let start = 0; start < body.length; start += size) {
    yield body.subarray(start, start + size)
    await delay((size / bytesPerSecond) * 1000)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    bytesPerSecond: number
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Bucket, Config } from '../config.ts'
import { RequestError } from '../errors.ts'

type Level = { tokens: number; atMs: number }

/** What is in the bucket now, given what was in it then. */
export function refill({ tokens, atMs }: Level, bucket: Bucket, nowMs: number): Level {
  const gained = (Math.max(0, nowMs - atMs) / 1000) * bucket.perSecond
  return { tokens: Math.min(bucket.burst, tokens + gained), atMs: nowMs }
}

const LARGEST_NUMBER_OF_CALLERS = 100_000

/**
 * Token buckets per caller, one for reads and one for writes, kept by this process alone. The
 * header names are those of the ecosystem: `scope` is `tenant` for area A, `subscription` for B, C.
 */
export function limitRates(limits: Config['rateLimits'], scope: string, clock: Clock) {
  if (!limits) return () => undefined
  const levels = new Map<string, Level>()

  return (caller: Caller, request: FastifyRequest, reply: FastifyReply): void => {
    const kind = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes'
    const bucket = limits[kind]
    const key = `${kind} ${principalOf(caller)}`
    const nowMs = clock().getTime()
    const level = refill(levels.get(key) ?? { tokens: bucket.burst, atMs: nowMs }, bucket, nowMs)
    const allowed = level.tokens >= 1
    // Deleted first: re-inserting keeps the map in order of last use, so that the oldest goes first.
    levels.delete(key)
    levels.set(key, allowed ? { ...level, tokens: level.tokens - 1 } : level)
    if (levels.size > LARGEST_NUMBER_OF_CALLERS) forgetOldest(levels)
    const left = Math.floor(Math.max(0, level.tokens - 1))
    reply.header(`x-ms-ratelimit-remaining-${scope}-${kind}`, left)
    if (!allowed) throw tooManyRequests(kind, bucket, (1 - level.tokens) / bucket.perSecond)
  }
}

/** A person has one allowance, however many tokens they made; so has an app, and an organization. */
function principalOf(caller: Caller): string {
  if (caller.kind === 'user') return caller.account.id
  if (caller.kind === 'app') return caller.appId
  return caller.kind === 'org' ? caller.organizationId : caller.principalId
}

function forgetOldest(levels: Map<string, Level>): void {
  const [oldest] = levels.keys()
  if (oldest !== undefined) levels.delete(oldest)
}

const tooManyRequests = (kind: string, { burst, perSecond }: Bucket, waitSeconds: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds))
  return new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `This caller has used up its ${kind}: ${burst} at once, ${perSecond} more each second. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../errors.ts'
import type { Bucket, ServerSettings } from '../../settings/server.ts'
import type { RealClock } from '../../time.ts'

export type Level = { tokens: number; atMs: number }

/** What is in the bucket now, given what was in it then. */
export function tokensAt({ tokens, atMs }: Level, bucket: Bucket, nowMs: number): number {
  const gained = (Math.max(0, nowMs - atMs) / 1000) * bucket.perSecond
  return Math.min(bucket.burst, tokens + gained)
}

const CALLERS_PER_GENERATION = 50_000

/**
 * Token buckets per caller, one for reads and one for writes, kept by this process alone. The
 * header names are those of the ecosystem; `scope` is part of them.
 */
export function limitRates(
  limits: ServerSettings['rateLimits'],
  scope: string,
  realTime: RealClock,
) {
  if (!limits) return () => undefined
  const reads = openBuckets(limits.reads, `x-ms-ratelimit-remaining-${scope}-reads`, 'reads')
  const writes = openBuckets(limits.writes, `x-ms-ratelimit-remaining-${scope}-writes`, 'writes')

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const take = isRead ? reads : writes
    take(request.principal, realTime().getTime(), reply)
  }
}

function openBuckets(bucket: Bucket, header: string, kind: string) {
  const take = takeFrom(bucket)
  return (principal: string, nowMs: number, reply: FastifyReply): void => {
    const { left, waitSeconds } = take(principal, nowMs)
    reply.header(header, left)
    if (waitSeconds > 0) throw tooManyRequests(kind, bucket, waitSeconds)
  }
}

/** Takes one out of somebody's bucket; if there is none, says how long to wait for it. */
export function takeFrom(bucket: Bucket) {
  const find = rememberLevels(bucket)
  return (principal: string, nowMs: number) => {
    const level = find(principal, nowMs)
    const tokens = tokensAt(level, bucket, nowMs)
    level.atMs = nowMs
    level.tokens = tokens >= 1 ? tokens - 1 : tokens
    const waitSeconds = tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / bucket.perSecond))
    return { left: Math.floor(level.tokens), waitSeconds }
  }
}

/**
 * Two generations, so that nothing is moved about per request and memory stays bounded: a caller who
 * was silent while as many others called as fill one is forgotten, and starts with a full bucket.
 */
export function rememberLevels(bucket: Bucket): (principal: string, nowMs: number) => Level {
  let young = new Map<string, Level>()
  let old = new Map<string, Level>()
  return (principal, nowMs) => {
    const known = young.get(principal)
    if (known) return known
    const level = old.get(principal) ?? { tokens: bucket.burst, atMs: nowMs }
    young.set(principal, level)
    if (young.size >= CALLERS_PER_GENERATION) {
      old = young
      young = new Map()
    }
    return level
  }
}

export const tooManyRequests = (
  kind: string,
  { burst, perSecond }: Bucket,
  retryAfterSeconds: number,
) =>
  new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `You have exceeded the rate limit for ${kind}: a burst of ${burst}, then ${perSecond} per second. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  )

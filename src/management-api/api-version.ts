import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../platform/errors.ts'
import { readTime } from '../platform/filter/time.ts'

/** The published versions an area takes, the one it serves, and whether a later one is served too. */
export type ApiVersions = Readonly<{
  served: string
  accepted: readonly string[]
  takesNewer: boolean
}>

export type VersionVerdict =
  | { serves: string; isNewer: boolean }
  | { fault: 'missing' }
  | { fault: 'unsupported'; asked: string }

const DATE = /^\d{4}-\d{2}-\d{2}(-preview)?$/

/** A repeated parameter leaves no way to know which was meant. */
export function judgeApiVersion(
  given: string | readonly string[] | undefined,
  { served, accepted, takesNewer }: ApiVersions,
): VersionVerdict {
  if (given === undefined || given === '') return { fault: 'missing' }
  if (typeof given !== 'string') return { fault: 'unsupported', asked: given.join(', ') }
  const asked = given.toLowerCase()
  if (accepted.includes(asked)) return { serves: served, isNewer: false }
  const isNewer =
    takesNewer && DATE.test(asked) && readTime(asked.slice(0, 10)) !== undefined && asked > served
  return isNewer ? { serves: served, isNewer } : { fault: 'unsupported', asked: given }
}

/** Refuses a request whose `api-version` the area does not take. */
export const checkApiVersion =
  (versions: ApiVersions) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const given = (request.query as Record<string, string | string[]>)['api-version']
    const verdict = judgeApiVersion(given, versions)
    if ('serves' in verdict) {
      if (verdict.isNewer) reply.header('x-binnacle-served-api-version', verdict.serves)
      return
    }
    const { accepted } = versions
    throw verdict.fault === 'missing'
      ? apiVersionMissing(accepted)
      : apiVersionUnsupported(verdict.asked, accepted)
  }

const apiVersionMissing = (versions: readonly string[]) =>
  new RequestError(
    'invalid',
    'MissingApiVersionParameter',
    `The query parameter api-version is required for all requests. Send ${listed(versions)}.`,
  )

const apiVersionUnsupported = (asked: string, versions: readonly string[]) =>
  new RequestError(
    'invalid',
    'InvalidApiVersionParameter',
    `The api-version ${asked} is not supported. Send ${listed(versions)}.`,
  )

const listed = (versions: readonly string[]) =>
  versions.length === 1 ? versions.join() : `one of: ${versions.join(', ')}`

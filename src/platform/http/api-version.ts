import { readTime } from './time.ts'

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

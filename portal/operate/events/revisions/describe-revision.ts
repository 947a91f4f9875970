import type { EventRevision } from '../queries.ts'

const KINDS: Readonly<Record<string, string>> = {
  create: 'Published',
  update: 'Updated',
  resolve: 'Resolved',
  reopen: 'Reopened',
  'false-positive': 'Marked as a false positive',
  audience: 'Audience changed',
}

type Named = Readonly<{ impactedService: string; impactedRegion?: string }>

const nameOf = ({ impactedService, impactedRegion }: Named) =>
  impactedRegion === undefined ? impactedService : `${impactedService} in ${impactedRegion}`

const MAX_NAMED = 3

/** Where it applies; nothing if that is everywhere. */
function whereOf(where: unknown): string {
  if (!Array.isArray(where)) return ''
  const named = where.slice(0, MAX_NAMED).map((one: Named) => nameOf(one))
  const more = where.length > MAX_NAMED ? ` and ${where.length - MAX_NAMED} more` : ''
  return `: ${named.join(', ')}${more}`
}

/** As in "Resolved: Storage in West US". */
export function describeRevision({ change }: EventRevision): string {
  const kind = String(change.kind)
  const what = kind === 'review' ? `Reviewed: ${change.stage}` : (KINDS[kind] ?? kind)
  return `${what}${whereOf(change.where)}`
}

export const textOfRevision = ({ change }: EventRevision): string =>
  change.summary === undefined ? '' : String(change.summary)

import { fitsResource, type ResourceChange } from '../resource-changes.ts'
import { NOTICES_OF, type NotedKind } from '../rules.ts'

export type Noted = Readonly<{
  subscriptionId: string
  kind: NotedKind
  subject: string
  content: object
}>

/** What decides whether a notification gets a notice. */
export type Wanting = Readonly<{
  notices: readonly string[]
  filter: string | null
  isOfAlertRule: boolean
}>

/** The filter of an alert rule on resources is about them; that of a notification, about events only. */
export function isWantedBy({ notices, filter, isOfAlertRule }: Wanting, noted: Noted): boolean {
  if (!notices.includes(NOTICES_OF[noted.kind])) return false
  if (noted.kind !== 'resource-health' || !isOfAlertRule) return true
  return fitsResource(filter, noted.content as ResourceChange)
}

/** Each change of a resource is a notice of its own, so their subjects are more than its id. */
export const subjectOf = ({ kind, subject, content }: Noted): string =>
  kind === 'resource-health' ? (content as ResourceChange).resourceId : subject

import { fitsResource, type ResourceChange } from '../resource-changes.ts'
import { NOTICES_OF, type NotedKind } from '../rules.ts'

export type Noted = Readonly<{
  subscriptionId: string
  kind: NotedKind
  subject: string
  content: object
}>

/** A notification, with what decides whether it gets a notice. */
export type Wanting = Readonly<{
  subscriptionId: string
  id: string
  notices: readonly string[]
  filter: string | null
  isOfAlertRule: boolean
}>

/** The filter of an alert rule on resources is about them; that of a notification, about events only. */
export function isWantedBy(
  { subscriptionId, notices, filter, isOfAlertRule }: Wanting,
  noted: Noted,
): boolean {
  if (noted.subscriptionId !== subscriptionId) return false
  if (!notices.includes(NOTICES_OF[noted.kind])) return false
  if (noted.kind !== 'resource-health' || !isOfAlertRule) return true
  return fitsResource(filter, noted.content as ResourceChange)
}

/** Each change of a resource is a notice of its own, so their subjects are more than its id. */
export const subjectOf = ({ kind, subject, content }: Noted): string =>
  kind === 'resource-health' ? (content as ResourceChange).resourceId : subject

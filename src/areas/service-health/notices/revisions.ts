import type { Db } from '../../../platform/db/connect.ts'
import { toRevision } from '../operator/events/actions.ts'
import type { Change } from '../operator/events/rules.ts'
import type { RevisionRow } from '../operator/events/store.ts'
import { toRow } from '../operator/stored-event/rules.ts'
import { deriveAll, type RevisedEvent } from '../revisions/rules.ts'
import { listGuids, listRevisionsOf } from '../revisions/store.ts'
import { canonicalizeService } from '../rules.ts'

/** An event after each of its revisions, and after one of them as it is stored. */
export type RevisionReading = Readonly<{
  event: RevisedEvent
  /** Before the revision. */
  previous: RevisedEvent | undefined
  row: ReturnType<typeof toRow>
  previousRow: ReturnType<typeof toRow> | undefined
  /** What was said last, in this revision or before it. */
  text: string | undefined
}>

/** What is stored makes no event: trying again would not help. */
export class UnreadableRevision extends Error {}

export async function readRevision(
  db: Db,
  trackingId: string,
  number: number,
): Promise<RevisionReading> {
  const rows = await listRevisionsOf(db, [trackingId])
  const orUnreadable = <T>(read: () => T): T => {
    try {
      return read()
    } catch (cause) {
      throw new UnreadableRevision(`revision ${number} of an event cannot be read`, { cause })
    }
  }
  const { revisions, derived, services } = orUnreadable(() => deriveUntil(rows, number))
  const guids = await listGuids(db, services)
  return orUnreadable(() => {
    const [event, previous] = [derived[number - 1] as RevisedEvent, derived[number - 2]]
    return {
      event,
      previous,
      row: toRow(trackingId, event.state, guids),
      text: revisions
        .slice(0, number)
        .map(({ change }) => textOf(change))
        .findLast((text) => text !== undefined),
      previousRow: previous && toRow(trackingId, previous.state, guids),
    }
  })
}

function deriveUntil(rows: readonly RevisionRow[], number: number) {
  const revisions = rows.map(toRevision)
  const derived = deriveAll(revisions)
  const event = derived[number - 1]
  if (!event) throw new Error('it is missing')
  const services = event.state.impact.map(({ impactedService }) => impactedService)
  return { revisions, derived, services: [...new Set(services.map(canonicalizeService))] }
}

function textOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'create':
      return change.facts.summary ?? change.facts.description
    case 'update':
      return change.summary ?? change.facts?.summary ?? change.facts?.description
    case 'review':
      return change.summary ?? change.description
    case 'audience':
      return undefined
    default:
      return change.summary
  }
}

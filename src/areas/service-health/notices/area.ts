import { filterNeverFits } from '../../../management-api/notifications/errors.ts'
import {
  NO_EVENT,
  type Notice,
  type NoticeKind,
  type NoticeSource,
} from '../../../management-api/notifications/sending/notice.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Follower } from '../../../platform/followers.ts'
import { readFilter } from '../../../platform/paging/list-query.ts'
import { findReader } from '../events/actions.ts'
import { toTexts, type Written, writeEvent } from '../events/event-cache.ts'
import { EVENT_FIELDS, type EventOptions, type PublishedRecord, toEvent } from '../events/rules.ts'
import { findUnknownServices } from '../operator/registry/actions.ts'
import { DRILL_MARK } from '../operator/stored-event/rules.ts'
import { isStillAt, type Phase, toPlanned, toTitle } from '../reminders/rules.ts'
import { findPlanned } from '../reminders/store.ts'
import { judgeRevision, type RevisedEvent } from '../revisions/rules.ts'
import { EVENTS_TOPIC } from '../rules.ts'
import { readStored } from './filters.ts'
import { type MatcherDeps, openMatcher } from './matcher.ts'
import { readRevision } from './revisions.ts'
import { findContradiction, listDetails } from './rules.ts'

/** Many destinations are told of a revision at the same moment. */
const KEPT_MS = 1000
const MOST_KEPT = 200

type WrittenRevision = Readonly<{
  event: RevisedEvent
  written: Written
  facets: Omit<Notice, 'data'>
}>

/** What is sent: the event as `listEvents` returns it for the subscription, if it may still see it. */
export function eventNotices(deps: EventOptions & Readonly<{ db: Db }>): NoticeSource {
  const { db } = deps
  const kept = new Map<string, { until: number; revision: Promise<WrittenRevision> }>()

  function find(trackingId: string, number: number): Promise<WrittenRevision> {
    const key = `${trackingId} ${number}`
    const now = performance.now()
    const known = kept.get(key)
    if (known && known.until > now) return known.revision
    if (kept.size >= MOST_KEPT) kept.clear()
    const revision = write(deps, trackingId, number)
    kept.set(key, { until: now + KEPT_MS, revision })
    revision.catch(() => kept.delete(key))
    return revision
  }

  return async (subscriptionId) => {
    const reader = await findReader(db, subscriptionId)
    const findNotice = async (trackingId: string, number: number, kind: NoticeKind) => {
      const { event, written, facets } = await find(trackingId, number)
      if (kind === 'removed') return toRemoval(trackingId, facets.at, event.state.isDrill)
      // Not what an older revision said, once the event is no longer for the subscription.
      if (judgeRevision(event, reader.keys) !== 'event') return undefined
      const [data] = toTexts([written], reader)
      return data === undefined ? undefined : { ...facets, data }
    }
    const findReminder = async (trackingId: string, content: unknown) => {
      // It is as the reminder was written.
      const { phase, at } = content as Readonly<{ phase: Phase; at: string }>
      const moment = { phase, at: new Date(at) }
      const planned = await findPlanned(db, trackingId)
      if (!planned || !isStillAt(toPlanned(planned), moment)) return undefined
      const notice = await findNotice(trackingId, planned.latest, 'maintenance')
      if (!notice) return undefined
      const { title, data } = notice
      const text = `{"phase":"${phase}","at":"${at}","event":${data}}`
      return { ...notice, title: toTitle(moment, title), data: text }
    }
    return async ({ kind, trackingId, revision, content }) => {
      if (trackingId === null) return undefined
      if (revision === null) return findReminder(trackingId, content)
      return findNotice(trackingId, revision, kind)
    }
  }
}

/** The event may have been changed in the same revision: what it says is no longer for the subscription. */
function toRemoval(trackingId: string, at: Date, isDrill: boolean): Notice {
  const title = isDrill ? `${DRILL_MARK}${trackingId}` : trackingId
  const data = JSON.stringify({ trackingId, isDrill: isDrill || undefined })
  return { ...NO_EVENT, at, title, data }
}

async function write(
  { db, ...options }: EventOptions & Readonly<{ db: Db }>,
  trackingId: string,
  number: number,
): Promise<WrittenRevision> {
  const { event, row, text } = await readRevision(db, trackingId, number)
  const record: PublishedRecord = JSON.parse(row.record)
  const { title, status, eventType, eventSubType, impact } = record.properties
  const { eventLevel, impactStartTime, impactMitigationTime } = record.properties
  const shown = {
    status,
    eventType,
    services: impact.map(({ impactedService, impactedRegions }) => ({
      service: impactedService,
      regions: impactedRegions.map(({ impactedRegion }) => impactedRegion),
    })),
    event: {
      revision: number,
      level: eventLevel,
      eventSubType,
      text: record.properties.isEventSensitive ? undefined : text,
      startsAt: impactStartTime ?? record.systemData?.createdAt,
      endsAt: impactMitigationTime,
    },
  }
  return {
    event,
    written: writeEvent({ ...row, record }, (published, reader) =>
      toEvent(published, reader, options),
    ),
    facets: {
      ...shown,
      at: row.last_update_time,
      title: title ?? trackingId,
      details: listDetails({ ...shown, trackingId }),
      text: shown.event.text,
    },
  }
}

/** Also for revisions that nobody announced: the process that published them ended. */
const POLL_EVERY_MS = 1000

export function matchFollower(deps: MatcherDeps): Follower {
  const matchNext = openMatcher(deps)
  return {
    name: 'matching',
    topics: [EVENTS_TOPIC],
    everyMs: POLL_EVERY_MS,
    async run(signal) {
      while (!signal.aborted && (await matchNext()));
    },
  }
}

/** Throws if a filter of events cannot be read, or visibly fits none. */
function checkFilter(text: string): void {
  const filter = readFilter(text, EVENT_FIELDS)
  const contradiction = filter && findContradiction(filter)
  if (contradiction !== undefined) throw filterNeverFits(contradiction)
}

/** What notifications and alert rules need of the filters of events. */
export const eventFilters = {
  checkFilter,
  /** Throws if the matcher could not read a filter that was made here. */
  requireReadable: (text: string): void => void readStored(text),
  findUnknownServices,
}

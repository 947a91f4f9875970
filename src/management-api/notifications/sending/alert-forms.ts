import { incidentTypeOf } from '../../alert-rules/incident-types.ts'
import { toResourceEntry } from './alert-resource-entry.ts'
import type { AlertTarget } from './alert-target.ts'
import type { Call, Message } from './forms.ts'
import type { Notice, NoticedEvent } from './notice.ts'
import { toUuid } from './uuid.ts'

/**
 * What a web hook of an action group gets: an entry of an activity log about the event or the resource, in the
 * older form or in the common alert schema. Names, nesting and types are those that published receivers parse.
 */
export function toAlertCall(target: AlertTarget, message: Message): Call {
  const { resource } = message.notice
  const entry = resource ? toResourceEntry(message, resource) : toEntry(message)
  const body =
    target.form === 'common-alert' ? toCommon(target, message, entry) : toOlder(target, entry)
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}

const toOlder = ({ properties }: AlertTarget, entry: object) => ({
  schemaId: 'Microsoft.Insights/activityLogs',
  data: {
    status: 'Activated',
    context: { activityLog: entry },
    properties,
  },
})

const toCommon = (
  { rule, description, ruleId, properties }: AlertTarget,
  { subscriptionId, notice, deliveryId }: Message,
  entry: Entry,
) => {
  const { resource } = notice
  const scope = `/subscriptions/${subscriptionId}`
  // Each message fires an alert of its own: the same id at each attempt.
  const alertId = toUuid('alert', ruleId, entry.eventDataId, isTest(notice) ? deliveryId : '')
  return {
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId: `${scope}/providers/Microsoft.AlertsManagement/alerts/${alertId}`,
        alertRule: rule,
        severity: 'Sev4',
        signalType: 'Activity Log',
        monitorCondition: 'Fired',
        monitoringService: resource ? 'Resource Health' : 'ServiceHealth',
        alertTargetIDs: [resource?.resourceId ?? scope],
        originAlertId: entry.eventDataId,
        firedDateTime: notice.at.toISOString(),
        description,
        essentialsVersion: '1.0',
        alertContextVersion: '1.0',
      },
      alertContext: entry,
      customProperties: properties,
    },
  }
}

const isTest = ({ event }: Notice) => event === undefined

/** What a test says, in place of an event. */
const SAMPLE: NoticedEvent = {
  revision: 1,
  level: 'Informational',
  eventSubType: undefined,
  text: 'This is only a test. No event has occurred.',
  startsAt: undefined,
  endsAt: undefined,
}
const SAMPLE_EVENT_TYPE = 'ServiceIssue'
const SAMPLE_ID = 'TEST-EVENT'
const SAMPLE_SERVICES: Notice['services'] = [{ service: 'Test', regions: ['Global'] }]

type Entry = ReturnType<typeof toEntry> | ReturnType<typeof toResourceEntry>

function toEntry({ subscriptionId, subject, notice, deliveryId }: Message) {
  const { event = SAMPLE, title } = notice
  const isSample = isTest(notice)
  const trackingId = isSample ? SAMPLE_ID : subject
  const eventType = isSample ? SAMPLE_EVENT_TYPE : notice.eventType
  const incidentType = incidentTypeOf(eventType, event.eventSubType)
  const status = notice.status ?? 'Active'
  const at = notice.at.toISOString()
  const services = (isSample ? SAMPLE_SERVICES : notice.services).map(withRegions)
  const communication = event.text ?? 'The text of this event is not sent. Read it in the portal.'
  const operationId = toUuid('event', trackingId)
  const regions = new Set(services.flatMap((one) => one.regions))
  return {
    channels: 'Admin',
    correlationId: operationId,
    description: `${status}: ${title}`,
    eventSource: 'ServiceHealth',
    eventTimestamp: at,
    eventDataId: isSample
      ? deliveryId
      : toUuid('revision', subscriptionId, trackingId, `${event.revision}`),
    level: event.level ?? LEVELS[incidentType] ?? 'Informational',
    operationName: `Microsoft.ServiceHealth/${incidentType.toLowerCase()}/action`,
    operationId,
    properties: {
      title,
      service: services.map(({ service }) => service).join(', '),
      region: [...regions].join(', '),
      communication,
      incidentType,
      trackingId,
      impactStartTime: event.startsAt ?? at,
      ...(event.endsAt !== undefined && { impactMitigationTime: event.endsAt }),
      impactedServices: JSON.stringify(
        services.map((one) => ({
          ImpactedRegions: one.regions.map((RegionName) => ({ RegionName })),
          ServiceName: one.service,
        })),
      ),
      defaultLanguageTitle: title,
      defaultLanguageContent: communication,
      stage: status,
      communicationId: isSample ? deliveryId : `${trackingId}-${event.revision}`,
      version: '0.1.1',
    },
    status,
    subscriptionId,
    submissionTimestamp: at,
  }
}

/** Of events whose operator named no level. */
const LEVELS: Readonly<Record<string, string>> = { Incident: 'Warning', Security: 'Warning' }

/** A service that is hit in all its regions, of which none is named. */
const withRegions = ({ service, regions }: Notice['services'][number]) => ({
  service,
  regions: regions.length > 0 ? regions : ['Global'],
})

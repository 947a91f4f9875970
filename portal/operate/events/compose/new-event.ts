import type { components } from '../../../../client/generated/service-health.ts'
import { toInstant } from '../../../ui/form/local-time.ts'
import type { NewEvent } from '../queries.ts'
import { type Draft, listLines, listNamed } from './draft.ts'

/** "The runbook https://runbook.example/1": the last word is the address. */
function toLink(line: string): components['schemas']['Link'] {
  const address = line.split(/\s+/).at(-1) ?? line
  const name = line.slice(0, -address.length).trim()
  return {
    type: 'Hyperlink',
    displayText: { value: name || address },
    parameters: { url: address },
  }
}

const impactOf = ({ impact }: Draft) =>
  impact
    .filter(({ service }) => service.trim() !== '')
    .map(({ service, regions }) => {
      const named = listNamed(regions)
      return {
        impactedService: service.trim(),
        ...(named.length > 0 && { impactedRegions: named }),
      }
    })

/** All that its reach depends on, so that it is not measured again for each letter of a text. */
export function toReachInput(draft: Draft): NewEvent {
  const { audience: kind, subscriptions, eventType, allowsNewNames } = draft
  const impact = impactOf(draft)
  return {
    eventType,
    audience:
      kind === 'subscriptions' ? { kind, subscriptions: listNamed(subscriptions) } : { kind },
    ...(impact.length > 0 && { impact }),
    ...(allowsNewNames && { allowUnknownNames: true }),
  }
}

const isDrillOf = ({ audience, isDrill }: Draft) => audience === 'subscriptions' && isDrill

/** What is published. */
export function toNewEvent(draft: Draft): NewEvent {
  const tags = listNamed(draft.tags)
  const trackingId = draft.trackingId.trim()
  return {
    ...toReachInput(draft),
    ...(trackingId && { trackingId }),
    ...(draft.isSensitive && { isEventSensitive: true }),
    ...(isDrillOf(draft) && { isDrill: true }),
    ...(tags.length > 0 && { eventTags: tags }),
    properties: propertiesOf(draft),
  }
}

function propertiesOf(draft: Draft): NonNullable<NewEvent['properties']> {
  const [start, end] = [toInstant(draft.start), toInstant(draft.end)]
  const [actions, links] = [listLines(draft.actions), listLines(draft.links)]
  const texts = (['title', 'summary', 'description'] as const)
    .map((name) => [name, draft[name].trim()] as const)
    .filter(([, text]) => text !== '')
  return {
    ...Object.fromEntries(texts),
    ...(draft.eventLevel && { eventLevel: draft.eventLevel }),
    ...(start && { impactStartTime: start }),
    ...(end && { impactMitigationTime: end }),
    ...(actions.length > 0 && {
      recommendedActions: { actions: actions.map((actionText) => ({ actionText })) },
    }),
    ...(links.length > 0 && { links: links.map(toLink) }),
  }
}

type Event = components['schemas']['Event']

/** The event as a reader gets it whose subscription uses everything that is named. */
export function toPreview(draft: Draft, now: Date): Event {
  const {
    eventType,
    eventTags = [],
    properties = {},
    impact = [],
    trackingId = '',
  } = toNewEvent(draft)
  const { summary, description, ...open } = properties
  const { title } = open
  const at = now.toISOString()
  const named = draft.audience === 'everyone' ? [] : ['preview']
  return {
    id: '',
    name: trackingId.toUpperCase(),
    type: '',
    systemData: {},
    properties: {
      ...open,
      ...(isDrillOf(draft) && { isDrill: true, ...(title && { title: `[Drill] ${title}` }) }),
      // As readers get a sensitive event before they ask for its details.
      ...(!draft.isSensitive && {
        ...(summary && { summary }),
        ...(description && { description }),
      }),
      eventType,
      eventTags,
      status: 'Active',
      isEventSensitive: draft.isSensitive,
      lastUpdateTime: at,
      impact: impact.map(({ impactedService, impactedRegions = [] }) => ({
        impactedService,
        impactedRegions: impactedRegions.map((impactedRegion) => ({
          impactedRegion,
          status: 'Active' as const,
          lastUpdateTime: at,
          impactedSubscriptions: named,
        })),
      })),
    },
  }
}

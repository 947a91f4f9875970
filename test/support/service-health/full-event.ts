/** An event with everything an operator can state about it. */
export const PROPERTIES = {
  additionalInformation: { message: 'More to come.' },
  article: {
    articleContent: '<p>What happened</p>',
    articleId: 'KB-7',
    parameters: { severity: 'high' },
  },
  billingId: 'bill-4711',
  currencyType: 'EUR',
  description: 'Summary, root cause and next steps.',
  duration: 3600,
  enableChatWithUs: true,
  enableMicrosoftSupport: false,
  eventLevel: 'Warning',
  eventSource: 'ServiceHealth',
  eventSubType: 'Retirement',
  externalIncidentId: 'INC-42',
  faqs: [{ question: 'Why?', answer: 'A cable.', localeCode: 'en-us' }],
  header: 'Your service might have been impacted',
  hirStage: 'active',
  impactMitigationTime: '2026-11-14T10:00:00.000Z',
  impactStartTime: '2026-11-14T08:00:00.000Z',
  impactType: 'Availability',
  isHIR: true,
  level: 'Critical',
  links: [
    {
      type: 'Hyperlink',
      displayText: { value: 'Status', localizedValue: 'Zustand' },
      extensionName: 'Status_Extension',
      bladeName: 'StatusBlade',
      parameters: { view: 'all' },
    },
  ],
  newRate: 1.25,
  oldRate: 0.75,
  platformInitiated: true,
  reason: 'A cable was cut.',
  recommendedActions: {
    message: 'What you can do',
    actions: [{ actionText: 'Fail over.', groupId: 23 }],
    localeCode: 'en-us',
  },
  summary: 'Some requests fail.',
  title: 'Storage in West US',
}

export const IMPACT = [
  {
    impactedService: 'Storage',
    impactedServiceGuid: '1e5a3b0f-8d43-4c5b-9a37-2f64f6a0c9d1',
    impactedRegions: ['West US', 'East US'],
  },
]

/** What stands at a path such as `links.0.type`. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], record)
}

/** A copy of the properties with another value at one path. */
export function propertiesWith(path: string, value: unknown): object {
  const copy: Record<string, unknown> = structuredClone(PROPERTIES)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<Record<string, unknown>>(
    (within, key) => within[key] as Record<string, unknown>,
    copy,
  )
  parent[last] = value
  return copy
}

/** A small platform as one may meet it: who works there, what they run, what happened to it lately. */
export const PEOPLE = [
  { name: 'ada', displayName: 'Ada Byron', does: 'operator, and admin of harbour' },
  { name: 'grace', displayName: 'Grace Murray', does: 'developer of every app of harbour' },
  { name: 'edsger', displayName: 'Edsger Wybe', does: 'viewer of harbour/tide-tables' },
] as const

export const ORGANIZATION = { name: 'harbour', display_name: 'Harbour Platform' }

export const APPS = [
  { name: 'tide-tables', display_name: 'Tide Tables', os: 'Linux', platform: 'Custom' },
  { name: 'pilot-android', display_name: 'Pilot', os: 'Android', platform: 'Java' },
  { name: 'pilot-ios', display_name: 'Pilot', os: 'iOS', platform: 'Objective-C-Swift' },
] as const
/** Who has which role on which apps of the organization, besides its admin. */
export const APP_ROLES = {
  grace: { role: 'developer', apps: APPS },
  edsger: { role: 'viewer', apps: APPS.slice(0, 1) },
} as const
export const OWN_APP = {
  name: 'logbook',
  display_name: 'Logbook',
  os: 'macOS',
  platform: 'Custom',
} as const

export const SUBSCRIPTIONS = ['Production', 'Staging'] as const

export const FOOTPRINT = [
  { service: 'Virtual Machines', region: 'East US' },
  { service: 'Storage', region: 'West Europe' },
  { service: 'SQL Database', region: 'West Europe' },
  { service: 'App Service', region: 'East US' },
] as const

type SampleEvent = Readonly<{
  /** When it began. */
  hoursAgo: number
  event: Readonly<Record<string, unknown>> & { properties: object }
  later?: Readonly<{ way: 'updates' | 'resolve'; summary: string }>
}>

const footprint = { kind: 'footprint' } as const

export const EVENTS: readonly SampleEvent[] = [
  {
    hoursAgo: 2,
    event: {
      audience: footprint,
      eventType: 'ServiceIssue',
      impact: [{ impactedService: 'Storage', impactedRegions: ['West Europe'] }],
      properties: {
        title: 'Slow writes to blob storage',
        summary: 'Writes take several seconds. Reads are not affected.',
        eventLevel: 'Warning',
      },
    },
    later: {
      way: 'updates',
      summary: 'A firmware update is being rolled back; half of it is done.',
    },
  },
  {
    hoursAgo: 30,
    event: {
      audience: footprint,
      eventType: 'ServiceIssue',
      impact: [{ impactedService: 'Virtual Machines', impactedRegions: ['East US'] }],
      properties: {
        title: 'New virtual machines do not start',
        summary: 'Allocations fail with a time-out. Machines that run are not affected.',
        eventLevel: 'Critical',
      },
    },
    later: { way: 'resolve', summary: 'Allocations work again.' },
  },
  {
    hoursAgo: 20,
    event: {
      audience: { kind: 'everyone' },
      eventType: 'PlannedMaintenance',
      impact: [{ impactedService: 'SQL Database', impactedRegions: ['West Europe'] }],
      properties: {
        title: 'SQL Database: certificates are replaced',
        summary: 'Connections are closed once, for less than ten seconds. Retry them.',
        eventLevel: 'Informational',
      },
    },
  },
  {
    hoursAgo: 50,
    event: {
      audience: { kind: 'everyone' },
      eventType: 'HealthAdvisory',
      impact: [{ impactedService: 'App Service', impactedRegions: ['East US'] }],
      properties: {
        title: 'An old runtime is retired next spring',
        summary: 'Apps on it keep running and cannot be deployed any more. Move to a newer one.',
        eventLevel: 'Informational',
      },
    },
  },
  {
    hoursAgo: 8,
    event: {
      audience: footprint,
      eventType: 'SecurityAdvisory',
      isEventSensitive: true,
      impact: [{ impactedService: 'App Service', impactedRegions: ['East US'] }],
      properties: {
        title: 'A deployment key was readable by members of your subscription',
        summary: 'Keys made before the 3rd were written to a log. Replace them.',
        eventLevel: 'Warning',
      },
    },
  },
]

/** Of the provider `Compute` in East US. */
export const USAGE = [
  { resource: 'cores', limit: 100, currentValue: 62 },
  { resource: 'standardDSv3Family', limit: 50, currentValue: 41 },
  { resource: 'virtualMachines', limit: 200, currentValue: 18 },
] as const

/** One that the rules grant, and one that waits for a person. */
export const QUOTA_REQUESTS = [
  { name: 'standardDSv3Family', limit: 60 },
  { name: 'standardNCSv3Family', limit: 96 },
] as const

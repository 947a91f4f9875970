/** How alert rules and their messages name the kind of an event, and which events these are, as a filter. */
const FILTERS = {
  Incident: "eventType in ('ServiceIssue','RCA','EmergingIssues')",
  Maintenance: "eventType eq 'PlannedMaintenance'",
  Informational:
    "(eventType eq 'Billing' or (eventType eq 'HealthAdvisory' and eventSubType ne 'Retirement'))",
  ActionRequired: "(eventType eq 'HealthAdvisory' and eventSubType eq 'Retirement')",
  Security: "eventType eq 'SecurityAdvisory'",
} as const

export type IncidentType = keyof typeof FILTERS
export const INCIDENT_TYPES = Object.keys(FILTERS) as IncidentType[]

export const toIncidentFilter = (types: readonly IncidentType[]) => {
  const parts = types.map((type) => FILTERS[type])
  return parts.length === 1 ? `${parts[0]}` : `(${parts.join(' or ')})`
}

export const findIncidentType = (text: string): IncidentType | undefined =>
  INCIDENT_TYPES.find((type) => type.toLowerCase() === text.toLowerCase())

/** The kind of an event: exactly the one whose filter it fits. */
export function incidentTypeOf(
  eventType: string | undefined,
  eventSubType: string | undefined,
): IncidentType {
  switch (eventType) {
    case 'PlannedMaintenance':
      return 'Maintenance'
    case 'SecurityAdvisory':
      return 'Security'
    case 'HealthAdvisory':
      return eventSubType === 'Retirement' ? 'ActionRequired' : 'Informational'
    case 'Billing':
      return 'Informational'
    default:
      return 'Incident'
  }
}

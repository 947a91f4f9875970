/** What a receiver of alerts reads out of a call, in both forms, as receivers of the ecosystem do. */
export type ReadAlert = Readonly<{
  trackingId: string
  title: string
  status: string
  level: string
  subscriptionId: string
  communication: string
  startsAt: Date
  communicationId: string
  services: readonly Readonly<{ name: string; regions: readonly string[] }>[]
  custom: Readonly<Record<string, string>>
}>

type Entry = Readonly<{
  eventSource: string
  status: string
  level: string
  subscriptionId: string
  properties: Readonly<Record<string, string>>
}>
type Impacted = Readonly<{ ServiceName: string; ImpactedRegions: { RegionName: string }[] }>

export function readAlert(body: string): ReadAlert {
  const { schemaId, data } = JSON.parse(body)
  if (schemaId === 'azureMonitorCommonAlertSchema') {
    if (data.essentials.monitoringService !== 'ServiceHealth') throw new Error('of another service')
    return readEntry(data.alertContext, data.customProperties)
  }
  if (data.context.activityLog.eventSource !== 'ServiceHealth') throw new Error('of another source')
  return readEntry(data.context.activityLog, data.properties)
}

function readEntry(
  { status, level, subscriptionId, properties }: Entry,
  custom: ReadAlert['custom'],
): ReadAlert {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'string') throw new Error(`${name} is no text`)
  }
  const text = (name: string): string => {
    const value = properties[name]
    if (value === undefined) throw new Error(`${name} is missing`)
    return value
  }
  const impacted: Impacted[] = JSON.parse(text('impactedServices'))
  return {
    ...{ status, level, subscriptionId, custom },
    trackingId: text('trackingId'),
    title: text('title'),
    communication: text('communication'),
    communicationId: text('communicationId'),
    startsAt: new Date(text('impactStartTime')),
    services: impacted.map(({ ServiceName, ImpactedRegions }) => ({
      name: ServiceName,
      regions: ImpactedRegions.map(({ RegionName }) => RegionName),
    })),
  }
}

/** The names, the nesting and the types of a JSON value; what stands in a list is described once. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shapeOf(of)]))
  }
  return typeof value
}

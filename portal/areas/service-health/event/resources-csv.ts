import type { components } from '../../../../client/generated/service-health.ts'

type Resource = components['schemas']['ImpactedResource']

const HEADERS = ['Resource', 'Type', 'Region', 'Details']

export const detailsOf = ({ properties: { info = [] } }: Resource): string =>
  info.map(({ key = '', value = '' }) => `${key}: ${value}`).join('; ')

/** RFC 4180. A program for tables would run a cell that begins like a formula, so it begins with a quote. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function toCsv(resources: readonly Resource[]): string {
  const rows = resources.map((resource) => {
    const { targetResourceId, targetResourceType, targetRegion } = resource.properties
    const fields = [targetResourceId, targetResourceType, targetRegion, detailsOf(resource)]
    return fields.map((field = '') => field)
  })
  return [HEADERS, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

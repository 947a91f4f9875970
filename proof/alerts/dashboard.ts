import { readFileSync } from 'node:fs'
import type { Prometheus } from './prometheus.ts'

type Panel = Readonly<{ title: string; targets?: readonly { expr: string }[] }>

const FILE = new URL('../../deploy/grafana/binnacle.json', import.meta.url)

/** Every query of the dashboard, with the title of its panel. */
export function listQueries(): { title: string; query: string }[] {
  const { panels } = JSON.parse(readFileSync(FILE, 'utf8')) as { panels: readonly Panel[] }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr: query }) => ({ title, query })),
  )
}

/** Each must be a query that Prometheus can execute, and have a result. */
export async function runDashboard({ countSeries }: Prometheus): Promise<string[]> {
  const queries = listQueries()
  const faults: string[] = []
  for (const { title, query } of queries) {
    const series = await countSeries(query).catch((error: unknown) => String(error))
    if (typeof series === 'string') faults.push(`dashboard, ${title}: ${series}`)
    else if (series === 0) faults.push(`dashboard, ${title}: no series for ${query}`)
  }
  console.log(`dashboard: ${queries.length} queries, ${faults.length} without a result`)
  return faults
}

export const PERIODS = [30, 90] as const
export type Period = (typeof PERIODS)[number]

/** In the address: how many days, and whether as a table. */
export type UsageView = { days?: Period; table?: boolean }

export function readUsageView(search: Record<string, unknown>): UsageView {
  const days = PERIODS.find((period) => period === search.days)
  return { ...(days && { days }), ...(search.table === true && { table: true }) }
}

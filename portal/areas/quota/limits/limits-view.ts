import { readTableView, type TableView } from '../../../ui/table/table-view.ts'

/** Filter, order, provider and location are in the address. */
export type LimitsView = TableView & { provider?: string; location?: string }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export function readLimitsView(search: Record<string, unknown>): LimitsView {
  const { provider, location } = search
  return {
    ...readTableView(search),
    ...(isText(provider) && { provider }),
    ...(isText(location) && { location }),
  }
}

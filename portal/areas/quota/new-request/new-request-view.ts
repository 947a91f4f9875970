export type NewRequestView = {
  provider?: string
  location?: string
  resource?: string
  again?: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** In the address: what the first row asks for, or the request that is asked for again. */
export function readNewRequestView(search: Record<string, unknown>): NewRequestView {
  const names = ['provider', 'location', 'resource', 'again'] as const
  return Object.fromEntries(
    names.flatMap((name) => (isText(search[name]) ? [[name, search[name]]] : [])),
  )
}

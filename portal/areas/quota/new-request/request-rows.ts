import type { Limit, Preflight, PreflightInput, QuotaRequest } from '../quota-api.ts'

/** As typed: a field can be empty, and a number need not be one. */
export type RequestRow = Readonly<{
  key: number
  provider: string
  location: string
  resource: string
  limit: string
}>

const MAX_LIMIT = 2_147_483_647
export const MAX_ROWS = 100

/** The number that was typed; nothing when it is none. */
export function readLimit(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,]/g, '')
  const value = /^\d{1,10}$/.test(plain) ? Number(plain) : undefined
  return value !== undefined && value <= MAX_LIMIT ? value : undefined
}

/** What would be sent; nothing as long as a row is not complete. */
export function toInputs(rows: readonly RequestRow[]): PreflightInput[] | undefined {
  const inputs = rows.flatMap(({ provider, location, resource, limit: text }) => {
    const limit = readLimit(text)
    const isComplete = provider !== '' && location !== '' && resource !== ''
    return isComplete && limit !== undefined ? [{ provider, location, resource, limit }] : []
  })
  return inputs.length === rows.length ? inputs : undefined
}

let lastKey = 0

export const newRow = (row: Partial<Omit<RequestRow, 'key'>> = {}): RequestRow => ({
  ...{ provider: '', location: '', resource: '', limit: '' },
  ...row,
  key: ++lastKey,
})

export const rowsOfRequest = ({ provider, location, value }: QuotaRequest): RequestRow[] =>
  value.map(({ resource, requestedLimit }) =>
    newRow({ provider, location, resource, limit: String(requestedLimit) }),
  )

/** A row for another resource is mostly for the same place. */
export const nextRow = (rows: readonly RequestRow[]): RequestRow => {
  const last = rows.at(-1)
  return newRow(last && { provider: last.provider, location: last.location })
}

/** One PUT takes the limits of one provider and location. */
export const toPuts = (inputs: readonly PreflightInput[]) => [
  ...Map.groupBy(inputs, ({ provider, location }) => JSON.stringify([provider, location])).values(),
]

export const findLimit = (limits: readonly Limit[], row: Omit<RequestRow, 'key' | 'limit'>) =>
  limits.find(
    ({ provider, location, resource }) =>
      provider === row.provider && location === row.location && resource === row.resource,
  )

const SENDABLE: ReadonlySet<Preflight['outcome']> = new Set([
  'Granted',
  'Waiting',
  'AlreadyRequested',
])
export const isSendable = (prediction: readonly Preflight[]) =>
  prediction.every(({ outcome }) => SENDABLE.has(outcome))

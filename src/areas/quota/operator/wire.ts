import * as catalogue from './catalogue/wire.ts'
import * as decisions from './decisions/wire.ts'
import * as limits from './limits/wire.ts'

/** The schemas of this area that the operator API needs. */
export const operatorQuotaWire: Record<string, unknown> = { ...catalogue, ...decisions, ...limits }

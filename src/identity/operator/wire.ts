import * as accounts from './accounts/wire.ts'
import * as clients from './clients/wire.ts'

/** The schemas that the operator API needs for accounts and clients. */
export const operatorIdentityWire: Record<string, unknown> = { ...accounts, ...clients }

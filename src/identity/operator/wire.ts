import * as accounts from './accounts/wire.ts'
import * as clients from './clients/wire.ts'
import * as identities from './identities/wire.ts'

/** The schemas that the operator API needs for accounts, identities and clients. */
export const operatorIdentityWire: Record<string, unknown> = {
  ...accounts,
  ...identities,
  ...clients,
}

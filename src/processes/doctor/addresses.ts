import type { Db } from '../../platform/db/connect.ts'
import { type Finding, inBrackets, ok, problem, warning } from './finding.ts'
import * as store from './store.ts'

/** People with such an address cannot sign in. */
export async function checkAddresses(db: Db): Promise<Finding[]> {
  try {
    const emails = await store.listAddressesBeyondAscii(db)
    if (emails.length === 0) return [ok('accounts', 'all e-mail addresses are in ASCII characters')]
    return [
      warning(
        'accounts',
        `${emails.join(', ')} cannot sign in, because only e-mail addresses in ASCII characters are allowed. Change them with PATCH /operator/v1/accounts/{account_id}.`,
      ),
    ]
  } catch (error) {
    return [problem('accounts', `cannot be read ${inBrackets(error)}. Run binnacle migrate.`)]
  }
}

import { endpointSecrets } from './areas/quota/fulfilment/sealed-columns.ts'
import { signInRecords, signingKeys } from './identity/oauth/sealed-columns.ts'
import { totpSecrets } from './identity/second-factor/sealed-columns.ts'
import { sealedActionGroups } from './management-api/alert-rules/sealed-columns.ts'
import {
  sealedLinkKey,
  sealedNotifications,
} from './management-api/notifications/sealed-columns.ts'
import { sealedMails } from './platform/mail/sealed-columns.ts'

/** Everything that is stored encrypted with the key of the installation. */
export const sealedColumns = [
  signingKeys,
  signInRecords,
  totpSecrets,
  ...endpointSecrets,
  ...sealedNotifications,
  sealedLinkKey,
  ...sealedActionGroups,
  sealedMails,
]

/** By which each kind of process finds out that it was given another key. Workers may not read the signing keys. */
export const checkedColumns = {
  serve: [signingKeys, sealedLinkKey, ...endpointSecrets],
  work: [sealedLinkKey, ...endpointSecrets],
}

import type { SealedColumn } from '../../platform/db/sealed/reseal.ts'

export const totpLabel = (accountId: string) => `totp secret ${accountId}`

export const totpSecrets: SealedColumn = {
  table: 'totp_secret',
  column: 'sealed_secret',
  key: ['account_id'],
  labelOf: ({ account_id }) => totpLabel(String(account_id)),
}

import type { SealedColumn } from '../../platform/db/sealed/reseal.ts'
import { sealLabel } from './rules.ts'

export const LINK_KEY_LABEL = 'key of links in mails'

export const sealedLinkKey: SealedColumn = {
  table: 'mail_link_key',
  column: 'sealed_key',
  key: ['id'],
  labelOf: () => LINK_KEY_LABEL,
}

export const sealedNotifications: readonly SealedColumn[] = [
  'sealed_address',
  'sealed_secret',
  'sealed_previous_secret',
].map((column) => ({
  table: 'notification',
  column,
  key: ['subscription_id', 'id'],
  labelOf: ({ subscription_id, id }) => sealLabel(String(subscription_id), String(id)),
}))

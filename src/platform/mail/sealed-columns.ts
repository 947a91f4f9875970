import type { SealedColumn } from '../db/sealed/reseal.ts'

export const sealLabel = (event: string) => `mail ${event}`

export const sealedMails: SealedColumn = {
  table: 'mail',
  column: 'sealed_message',
  key: ['event'],
  labelOf: ({ event }) => sealLabel(String(event)),
}

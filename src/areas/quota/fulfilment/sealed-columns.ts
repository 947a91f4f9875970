import type { SealedColumn } from '../../../platform/db/sealed/reseal.ts'
import { sealLabel } from './rules.ts'

export const endpointSecrets: readonly SealedColumn[] = [
  'sealed_secret',
  'sealed_previous_secret',
].map((column) => ({
  table: 'quota_endpoint',
  column,
  key: ['provider_key'],
  labelOf: ({ provider_key }) => sealLabel(String(provider_key)),
}))

import type { SealedColumn } from '../../platform/db/sealed/reseal.ts'

export const signingKeyLabel = (id: string) => `signing key ${id}`
export const recordLabel = (kind: string, idHash: Buffer) => `${kind} ${idHash.toString('hex')}`

export const signingKeys: SealedColumn = {
  table: 'oauth_signing_key',
  column: 'sealed_private_jwk',
  key: ['id'],
  labelOf: ({ id }) => signingKeyLabel(String(id)),
}

export const signInRecords: SealedColumn = {
  table: 'oauth_record',
  column: 'sealed',
  key: ['kind', 'id_hash'],
  labelOf: ({ kind, id_hash }) => recordLabel(String(kind), id_hash as Buffer),
}

import type { CryptoKey, JWSHeaderParameters } from 'jose'
import type { FindKey } from '../issuer-keys.ts'
import type { BearerClaims } from './rules.ts'

/** What a bearer is issued for: areas B and C, or area A and operators. */
export type Purpose = 'management' | 'account'

/** Where a bearer is presented. */
export type Part = Purpose | 'operator'

/** A signature that `key` has verified. */
export type Signature = Readonly<{
  header: JWSHeaderParameters
  key: CryptoKey
  /** When the token is valid by its own claims, in seconds since 1970, without any clock skew. */
  from: number
  until: number
}>

/** Someone whose word on who is calling is taken. */
export type Issuer = Readonly<{
  issuer: string
  findKey: FindKey
  verify: (token: string, part: Part) => Promise<{ claims: BearerClaims; signature: Signature }>
}>

import {
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { bearerExpired, bearerInvalid } from './errors.ts'
import type { BearerClaims } from './rules.ts'

/** What a bearer is issued for: areas B and C, or area A and operators. */
export type Purpose = 'management' | 'account'

/** Where a bearer is presented. */
export type Part = Purpose | 'operator'

/** Someone whose word on who is calling is taken. */
export type Issuer = Readonly<{
  issuer: string
  verify: (token: string, part: Part) => Promise<BearerClaims>
}>

export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  demand: JWTVerifyOptions & { currentDate: Date },
  authUrl: string,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, demand)).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      const expiredAt = new Date((error.payload.exp ?? 0) * 1000)
      throw bearerExpired(authUrl, expiredAt, demand.currentDate)
    }
    if (error instanceof errors.JOSEError) throw bearerInvalid(authUrl)
    throw error
  }
}

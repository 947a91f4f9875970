import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import type { FindKey } from '../issuer-keys.ts'
import { bearerExpired, bearerInvalid } from './errors.ts'
import type { Signature } from './issuer.ts'

type Demand = JWTVerifyOptions & { currentDate: Date; maxTokenAge?: number }

export async function verifyToken(
  token: string,
  findKey: FindKey,
  demand: Demand,
  authUrl: string,
): Promise<{ payload: JWTPayload; signature: Signature }> {
  try {
    const { payload, protectedHeader: header, key } = await jwtVerify(token, findKey, demand)
    return { payload, signature: { header, key, ...validityOf(payload, demand) } }
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      const expiredAt = new Date((error.payload.exp ?? 0) * 1000)
      throw bearerExpired(authUrl, expiredAt, demand.currentDate)
    }
    throw toRefusal(error, authUrl)
  }
}

export const toRefusal = (error: unknown, authUrl: string) =>
  error instanceof errors.JOSEError ? bearerInvalid(authUrl) : error

const validityOf = (
  { iat = 0, nbf = iat, exp = iat }: JWTPayload,
  { maxTokenAge = Number.POSITIVE_INFINITY }: Demand,
) => ({ from: Math.max(iat, nbf), until: Math.min(exp, iat + maxTokenAge) })

import { decodeJwt, errors } from 'jose'
import type { RealClock } from '../../platform/time.ts'
import { bearerInvalid } from './errors.ts'
import type { Issuer, Part } from './issuer.ts'
import { type Kept, keepSignatures, nameOf } from './kept-signatures.ts'
import type { BearerClaims } from './rules.ts'
import { toRefusal } from './verify.ts'

type Options = Readonly<{
  issuers: readonly Issuer[]
  realTime: RealClock
  authUrl: string
  mostKept?: number
}>

/** Verified signatures, each with its claims. */
export const MOST_KEPT = 50_000

/**
 * Bearer → claims. A signature is verified once for each part of the service. It counts for the key
 * that verified it, and the key is looked up with every request, as for a token that is new.
 */
export function createVerifier(options: Options) {
  const { issuers, realTime, authUrl, mostKept = MOST_KEPT } = options
  const issuersByName = new Map<unknown, Issuer>(issuers.map((each) => [each.issuer, each]))
  const kept = keepSignatures(mostKept)
  const nowS = () => realTime().getTime() / 1000

  /** Otherwise the token is verified again, which decides, with the clock skew that the issuer is allowed. */
  async function holds({ issuer, signature: { header, key, from, until } }: Kept) {
    if (nowS() < from || nowS() >= until) return false
    try {
      return (await issuer.findKey(header)) === key
    } catch (error) {
      throw toRefusal(error, authUrl)
    }
  }

  return async (token: string, part: Part): Promise<BearerClaims> => {
    const name = nameOf(token, part)
    const known = kept.find(name)
    if (known && (await holds(known))) return known.claims
    kept.delete(name)
    const issuer = issuersByName.get(issuerNamedIn(token))
    if (!issuer) throw bearerInvalid(authUrl)
    const verified = await issuer.verify(token, part)
    kept.add(name, { issuer, ...verified }, nowS())
    return verified.claims
  }
}

/** Believed only after the keys of that issuer have confirmed it. */
function issuerNamedIn(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

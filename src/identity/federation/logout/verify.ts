import { errors, jwtVerify } from 'jose'
import type { RealClock } from '../../../platform/time.ts'
import { keepDiscovered } from '../../discovered.ts'
import { discoverKeys, ISSUER_ALGORITHMS } from '../../issuer-keys.ts'
import type { SignInIssuer } from '../../trusted-issuers.ts'
import { judgeLogout, type Logout } from './rules.ts'

/** The allowed clock skew. */
const CLOCK_TOLERANCE_S = 30
/** It is sent when somebody signs out: an older one was kept by somebody. */
const LONGEST_AGE_S = 300

const TOKEN_ERRORS = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

export type VerifyLogout = (token: string) => Promise<Logout | Readonly<{ fault: string }>>

/** Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0) of one issuer. Throws if its keys cannot be fetched. */
export function logoutVerifierOf(setting: SignInIssuer, realTime: RealClock): VerifyLogout {
  const { issuer, signIn } = setting
  const keys = keepDiscovered(() => discoverKeys(issuer), realTime)
  return async (token) => {
    const findKey = await keys.find()
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience: signIn.clientId,
        algorithms: ISSUER_ALGORITHMS,
        currentDate: realTime(),
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: LONGEST_AGE_S,
      })
      return judgeLogout(setting, payload)
    } catch (error) {
      const isAboutTheToken = TOKEN_ERRORS.some((kind) => error instanceof kind)
      // Whatever else went wrong, such as fetching the keys, may succeed the next time.
      if (!isAboutTheToken || !(error instanceof Error)) throw error
      return { fault: `The logout token is not valid: ${error.message}.` }
    }
  }
}

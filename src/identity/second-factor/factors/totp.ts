import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { RealTime } from '../../../platform/time.ts'

const STEP_S = 30
/** Of the authenticator app and of ours: a step before and a step after count too. */
const ALLOWED_STEPS = 1
const SECRET_BYTES = 20

export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_S,
    label,
    issuer,
  })

/** The number of the 30 seconds that a code belongs to, if it is one of now. */
export function findStep(secret: string, code: string, now: RealTime): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: ALLOWED_STEPS })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_S) + delta
}

/** For an authenticator app to scan. */
export const drawTotp = (secret: string, account: string, host: string): string =>
  renderSVG(totpOf(secret, account, `Binnacle (${host})`).toString(), { ecc: 'M', border: 2 })

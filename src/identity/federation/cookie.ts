import type { Seal } from '../../platform/crypto/seal.ts'
import type { RealClock } from '../../platform/time.ts'
import { addPrefixed } from '../oauth/cookie-names.ts'
import type { IdentityConfig } from '../settings.ts'
import type { Expected } from './client.ts'

const COOKIE = '_issuer'
const LABEL = 'sign-in at an issuer'
/** As long as an interaction lives. */
const LIFETIME_S = 900

/** A sign-in that somebody has begun at an issuer, in one browser. */
export type Begun = Expected & Readonly<{ uid: string; id: string }>

/** Encrypted, so that any node can finish what another has begun, and nothing is stored for strangers. */
export function makeBegunCookie(seal: Seal, realTime: RealClock, { publicUrl }: IdentityConfig) {
  const isSecure = publicUrl.startsWith('https://')
  const line = (value: string, seconds: number) => {
    const text = `${COOKIE}=${value}; path=/oauth2; max-age=${seconds}; httponly; samesite=lax`
    return isSecure ? addPrefixed([`${text}; secure`]) : [text]
  }
  return {
    /** For the header `Set-Cookie`, a line each. */
    write(begun: Begun): string[] {
      const until = realTime().getTime() + LIFETIME_S * 1000
      const sealed = seal.seal(JSON.stringify({ ...begun, until }), LABEL)
      return line(sealed.toString('base64url'), LIFETIME_S)
    },
    clear: () => line('', 0),
    read(cookies = ''): Begun | undefined {
      const [, value] = PATTERN.exec(cookies) ?? []
      if (value === undefined) return undefined
      const { until, ...begun } = open(seal, value)
      return until > realTime().getTime() ? begun : undefined
    },
  }
}

const PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{40,4000})(?:;|$)`)

function open(seal: Seal, value: string): Begun & { until: number } {
  try {
    return JSON.parse(seal.open(Buffer.from(value, 'base64url'), LABEL))
  } catch {
    // Changed, or of a key that is gone: as good as none.
    return { uid: '', id: '', state: '', nonce: '', verifier: '', until: 0 }
  }
}

import type { Seal } from '../../platform/crypto/seal.ts'
import type { RealClock } from '../../platform/time.ts'
import { addPrefix } from '../oauth/cookie-names.ts'
import type { IdentityConfig } from '../settings.ts'
import type { Expected } from './client.ts'
import type { Unlinked } from './rules.ts'

/** As long as an interaction lives. */
const INTERACTION_S = 900

/** A sign-in that somebody has begun at an issuer, in one browser. */
export type PendingSignIn = Expected &
  Readonly<{
    uid: string
    id: string
    /** In milliseconds. */
    begunAtMs: number
  }>

/** Somebody came back from an issuer, and still has to prove whose account has their e-mail address. */
export type PendingLink = Unlinked & Readonly<{ uid: string }>

export type CookieDeps = Readonly<{ seal: Seal; realTime: RealClock; config: IdentityConfig }>

export const makePendingCookie = (deps: CookieDeps) => makeCookie<PendingSignIn>('_issuer', deps)
export const makeLinkCookie = (deps: CookieDeps) => makeCookie<PendingLink>('_identity', deps)

/** Encrypted, so that any node can finish what another has begun, and nothing is stored for strangers. */
export function makeCookie<Value extends object>(
  name:
    | '_issuer'
    | '_identity'
    | '_sign_in_link'
    | '_invitation'
    | '_invitation_browser'
    | '_factor',
  { seal, realTime, config }: CookieDeps,
  lifetimeS = INTERACTION_S,
) {
  const pattern = new RegExp(`(?:^|; *)${name}=([\\w-]{40,4000})(?:;|$)`)
  const isSecure = config.publicUrl.startsWith('https://')
  const line = (value: string, seconds: number) => {
    const text = `${name}=${value}; path=/oauth2; max-age=${seconds}; httponly; samesite=lax`
    return [isSecure ? addPrefix(`${text}; secure`) : text]
  }
  return {
    /** For the header `Set-Cookie`, a line each. */
    write(value: Value): string[] {
      const until = realTime().getTime() + lifetimeS * 1000
      const sealed = seal.seal(JSON.stringify({ value, until }), name)
      return line(sealed.toString('base64url'), lifetimeS)
    },
    clear: () => line('', 0),
    read(cookies = ''): Value | undefined {
      const [, text] = pattern.exec(cookies) ?? []
      const opened = text === undefined ? undefined : open<Value>(seal, text, name)
      return opened && opened.until > realTime().getTime() ? opened.value : undefined
    },
  }
}

function open<Value>(
  seal: Seal,
  text: string,
  label: string,
): { value: Value; until: number } | undefined {
  try {
    return JSON.parse(seal.open(Buffer.from(text, 'base64url'), label))
  } catch {
    // Changed, or of a key that is gone: as good as none.
    return undefined
  }
}

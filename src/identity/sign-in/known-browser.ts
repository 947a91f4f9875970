import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { RealClock } from '../../platform/time.ts'
import { addPrefix } from '../oauth/cookie-names.ts'
import type { IdentityConfig } from '../settings.ts'

const COOKIE = '_known'
const LIFETIME_S = 180 * 24 * 60 * 60
const ID_LENGTH = 22
/** Of a browser in which the password was set by a link: it has not signed in yet. */
const FROM_LINK = 'link-'

const makeId = () => randomBytes(16).toString('base64url')

/** Whom a browser has signed in as. A new password makes it unknown again: whoever stole the account knew the old one. */
export type Holder = Readonly<{ id: string; passwordSetAt: Date | null }>

/**
 * A cookie that says "this browser has signed in as this account before". It is no session and opens
 * nothing: whoever has it is not kept waiting by a crowd that guesses passwords.
 */
export function makeKnownBrowsers(seal: Seal, realTime: RealClock, { publicUrl }: IdentityConfig) {
  const keys = seal.deriveKeys('binnacle known browsers')
  const [first = Buffer.alloc(0)] = keys
  const isSecure = publicUrl.startsWith('https://')
  const sign = ({ id, passwordSetAt }: Holder, browser: string, endsS: number, key = first) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, passwordSetAt?.getTime() ?? 0, browser, endsS]))
      .digest()

  function write(holder: Holder, browser: string): string[] {
    const endsS = Math.floor(realTime().getTime() / 1000) + LIFETIME_S
    const value = `${browser}.${endsS}.${sign(holder, browser, endsS).toString('base64url')}`
    const line = `${COOKIE}=${value}; path=/oauth2/interaction; max-age=${LIFETIME_S}; httponly; samesite=lax`
    return [isSecure ? addPrefix(`${line}; secure`) : line]
  }

  return {
    /** Whether a request comes with such a cookie, true or not. */
    isClaimed: (cookies = '') => PATTERN.test(cookies),
    /** The browser's own id, when it is one that this account knows. */
    find(cookies: string | undefined, holder: Holder): string | undefined {
      const [, browser = '', ends = '', mac = ''] = cookies?.match(PATTERN) ?? []
      const given = Buffer.from(mac, 'base64url')
      const isOurs = keys.some((key) => {
        const expected = sign(holder, browser, Number(ends), key)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isOurs && Number(ends) * 1000 > realTime().getTime() ? browser : undefined
    },
    /** For the header `Set-Cookie`, a line each. */
    remember(holder: Holder, known?: string): string[] {
      return write(holder, known && !known.startsWith(FROM_LINK) ? known : makeId())
    },
    /** Whoever has just set the password by a link does not wait for those who guess it, even at the first sign-in. */
    rememberFromLink: (holder: Holder) =>
      write(holder, `${FROM_LINK}${makeId()}`.slice(0, ID_LENGTH)),
    hasSignedIn: (browser: string | undefined) =>
      browser !== undefined && !browser.startsWith(FROM_LINK),
  }
}

export type KnownBrowsers = ReturnType<typeof makeKnownBrowsers>

const PATTERN = new RegExp(
  `(?:^|; *)${COOKIE}=([\\w-]{${ID_LENGTH}})\\.(\\d{1,12})\\.([\\w-]{43})(?:;|$)`,
)

import type { IncomingMessage, ServerResponse } from 'node:http'

/** A browser takes a cookie of such a name only from this host, over HTTPS; the first also only for all its paths. */
const PREFIXES: Readonly<Record<string, string>> = {
  _session: '__Host-',
  _interaction: '__Secure-',
  _interaction_resume: '__Secure-',
  _known: '__Secure-',
  _issuer: '__Secure-',
  _identity: '__Secure-',
  _sign_in_link: '__Secure-',
  _invitation: '__Secure-',
  _invitation_browser: '__Secure-',
  _factor: '__Secure-',
}

/** Over HTTPS, cookies have their prefixed names; what reads and signs them knows the bare ones alone. */
export function prefixCookies({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.cookie) headers.cookie = readPrefixed(headers.cookie)
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'set-cookie'
      ? setHeader(name, [value].flat().map(String).map(addPrefix))
      : setHeader(name, value)
}

/** Each prefixed cookie under its bare name; what came under a bare name, which anybody could set, is left out. */
export function readPrefixed(header: string): string {
  const bare = new Map(Object.keys(PREFIXES).flatMap(toBareNames))
  const unsafe = new Set(bare.values())
  return header
    .split(/; */)
    .filter((text) => !unsafe.has(nameOf(text)))
    .map((text) => {
      const name = nameOf(text)
      const known = bare.get(name)
      return known ? `${known}${text.slice(name.length)}` : text
    })
    .join('; ')
}

const toBareNames = (name: string) =>
  ['', '.sig'].map((end) => [`${PREFIXES[name]}${name}${end}`, `${name}${end}`] as const)

/** A line of `Set-Cookie`. */
export const addPrefix = (line: string): string =>
  `${PREFIXES[nameOf(line).replace(/\.sig$/, '')] ?? ''}${line}`

const nameOf = (cookie: string) => cookie.slice(0, Math.max(0, cookie.indexOf('=')))

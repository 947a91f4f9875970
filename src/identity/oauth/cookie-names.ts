import type { IncomingMessage, ServerResponse } from 'node:http'

/** A browser takes a cookie of such a name only from this host, over HTTPS; the first also only for all its paths. */
const PREFIXES: Readonly<Record<string, string>> = {
  _session: '__Host-',
  _interaction: '__Secure-',
  _interaction_resume: '__Secure-',
  _known: '__Secure-',
  _issuer: '__Secure-',
  _identity: '__Secure-',
  _break_glass: '__Secure-',
  _invitation: '__Secure-',
  _factor: '__Secure-',
}

/**
 * Release 0.1.0 knows the bare names only, and signs them: they are sent and read beside the prefixed
 * ones until the next release, so that nodes of both can serve one sign-in.
 */
export function prefixCookies({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.cookie) headers.cookie = readPrefixed(headers.cookie)
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'set-cookie'
      ? setHeader(name, addPrefixed([value].flat().map(String)))
      : setHeader(name, value)
}

/** Each prefixed cookie under its bare name; what came under that name beside it is left out. */
export function readPrefixed(header: string): string {
  const cookies = header.split(/; */).map((text) => ({ text, name: nameOf(text) }))
  const bare = new Map(Object.keys(PREFIXES).flatMap(toBareNames))
  const prefixed = new Set(cookies.flatMap(({ name }) => bare.get(name) ?? []))
  if (prefixed.size === 0) return header
  return cookies
    .filter(({ name }) => !prefixed.has(name))
    .map(({ name, text }) => {
      const known = bare.get(name)
      return known ? `${known}${text.slice(name.length)}` : text
    })
    .join('; ')
}

const toBareNames = (name: string) =>
  ['', '.sig'].map((end) => [`${PREFIXES[name]}${name}${end}`, `${name}${end}`] as const)

/** Lines of `Set-Cookie`, each of ours once more under its prefixed name. */
export function addPrefixed(lines: readonly string[]): string[] {
  const bare = lines.filter((line) => !/^__(Host|Secure)-/.test(line))
  const again = bare.flatMap((line) => {
    const prefix = PREFIXES[nameOf(line).replace(/\.sig$/, '')]
    return prefix ? [`${prefix}${line}`] : []
  })
  return [...bare, ...again]
}

const nameOf = (cookie: string) => cookie.slice(0, Math.max(0, cookie.indexOf('=')))

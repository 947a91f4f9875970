import type { FLOWS } from './wire.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** https, or http where nothing leaves the machine; a fragment is where the token would stand. */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || uri.includes('#')) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

type Flow = (typeof FLOWS)[number]

/** Whoever sends people away must say where they come back to; a service sends nobody. */
export function doRedirectUrisFit(flows: readonly Flow[], uris: readonly string[]): boolean {
  const usesRedirects = flows.some((flow) => flow !== 'client-credentials')
  return usesRedirects === uris.length > 0
}

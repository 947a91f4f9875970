import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why an address is not called; nothing when it may be. Known without looking its name up. */
export function refuseAddress(url: string, exceptions: readonly string[]): string | undefined {
  if (!URL.canParse(url)) return 'It is not a valid URL.'
  const target = new URL(url)
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    return 'It must start with https.'
  if (target.username !== '' || target.password !== '') {
    return 'It contains a user name or a password. Remove them. Calls are signed instead.'
  }
  if (isExcepted(target, exceptions)) return undefined
  if (target.protocol === 'http:') return 'It must start with https.'
  const host = hostOf(target)
  return isIP(host) > 0 && !isPublic(host)
    ? `${host} is not a public address. To allow it, add it to OUTGOING_EXCEPTIONS.`
    : undefined
}

/** Not private, loopback, link-local, reserved, shared or of the host; nor one of these as an IPv4-mapped IPv6 address. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast' || HOST_SERVICES.has(plain.toString())) return false
  // All of IPv6 that was ever given out to the public begins so.
  return plain.kind() === 'ipv4' || plain.match(GLOBAL_UNICAST)
}

/** Looks public, but a virtual machine in Azure reaches the host that runs it there. */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16'])

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

export function isExcepted(target: URL, exceptions: readonly string[]): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80')
  const host = target.hostname.toLowerCase()
  return exceptions.includes(`${host}:${port}`) || exceptions.includes(`${host}:*`)
}

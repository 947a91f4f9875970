import { isIP } from 'node:net'

/** An IPv6 address with a zone. Longer text is none. */
const LONGEST_ADDRESS = 64

/** What counts as one visitor, and as one network: of IPv6 a /64 and a /48, of IPv4 an address and a /24. */
export type Networks = Readonly<{ near: string; far: string }>

/** Some proxies name the port behind the address. Undefined when it is no address at all. */
export function toIp(text: string): string | undefined {
  if (isIP(text) !== 0) return text
  const [, bracketed, v4] = /^(?:\[([^\]]{2,45})\](?::\d+)?|(\d[\d.]{6,14}):\d+)$/.exec(text) ?? []
  const address = bracketed ?? v4
  return address !== undefined && isIP(address) !== 0 ? address : undefined
}

export function networksOf(sent: string): Networks {
  const address = toIp(sent) ?? sent.slice(0, LONGEST_ADDRESS)
  const mapped = /^(?:.*:)?(\d+\.\d+\.\d+)\.(\d+)$/.exec(address)
  if (!address.includes(':') || (mapped && isMapped(address))) {
    const [, network = address, host] = mapped ?? []
    return { near: host === undefined ? address : `${network}.${host}`, far: `${network}.0/24` }
  }
  const groups = expand(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return networksOf([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  }
  const prefix = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':')
  return { near: `${prefix(4)}::/64`, far: `${prefix(3)}::/48` }
}

const isMapped = (address: string) => /^[0:]*:ffff:[\d.]+$/i.test(address)

/** The eight groups of an IPv6 address; a zone does not count, and digits with dots stand for the last two. */
function expand(address: string): number[] {
  const [plain = ''] = address.split('%')
  const [front = '', back = ''] = plain.split('::')
  const read = (text: string) =>
    text.split(':').flatMap((group) => {
      if (group === '') return []
      return group.includes('.') ? [0, 0] : [Number.parseInt(group, 16) || 0]
    })
  const [first, last] = [read(front), read(back)]
  const missing = Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array.from({ length: missing }, () => 0), ...last]
}

import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../settings/loopback.ts'

/**
 * Where a page must be opened so that its sign-in comes back to it, if that is not where it was asked for:
 * on a laptop a server has several names. Other addresses are left alone; they may belong to a tunnel.
 */
export function findHome(request: FastifyRequest, url: string): string | undefined {
  const home = new URL(url)
  if (!isLoopback(home.hostname) || !isLoopback(request.hostname)) return undefined
  const isUpgrade = request.protocol === 'http' && home.protocol === 'https:'
  const isSamePort =
    request.protocol === home.protocol.slice(0, -1) && portOf(home) === request.port
  const isOtherName = request.hostname !== home.hostname
  if (!isUpgrade && !(isSamePort && isOtherName)) return undefined
  return `${home.origin}${request.raw.url ?? '/'}`
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

import { hash } from 'node:crypto'
import type { Issuer, Part, Signature } from './issuer.ts'
import type { BearerClaims } from './rules.ts'

/** A token that `issuer` has verified for one part of the service. */
export type Kept = Readonly<{ issuer: Issuer; claims: BearerClaims; signature: Signature }>

/** By the hash of the whole token, its signature included, so that no token is kept. */
export const nameOf = (token: string, part: Part) => `${part} ${hash('sha256', token, 'base64')}`

/** At most so many. The oldest makes room, and so do those at the front that have expired. */
export function keepSignatures(most: number) {
  const kept = new Map<string, Kept>()
  return {
    find: (name: string) => kept.get(name),
    delete: (name: string) => void kept.delete(name),
    add(name: string, entry: Kept, nowS: number): void {
      for (const [oldest, { signature }] of kept) {
        if (kept.size < most && nowS < signature.until) break
        kept.delete(oldest)
      }
      kept.set(name, entry)
    },
  }
}

import { createHash } from 'node:crypto'

/** The same for the same parts. */
export function toUuid(...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  // Version 8, for what is made in a way of one's own (RFC 9562).
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

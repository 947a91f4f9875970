import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '../json.ts'

const SIGNATURE_BYTES = 16

/**
 * Where the next page begins, as text nobody but us can write. It is good for one listing: whatever
 * that listing depends on is part of the signature.
 */
export type PageMarkers = Readonly<{
  write: (place: object, listing: readonly unknown[]) => string
  /** Undefined when it was not written by us, or for another listing. */
  read: (marker: string, listing: readonly unknown[]) => unknown
}>

/** `key` must be the same on every node: any of them may be asked for the next page. */
export function pageMarkers(key: Buffer): PageMarkers {
  const sign = (place: Buffer, listing: readonly unknown[]) =>
    createHmac('sha256', key)
      .update(createHash('sha256').update(JSON.stringify(listing)).digest())
      .update(place)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  return {
    write(place, listing) {
      const bytes = Buffer.from(JSON.stringify(place))
      return Buffer.concat([sign(bytes, listing), bytes]).toString('base64url')
    },
    read(marker, listing) {
      const bytes = Buffer.from(marker, 'base64url')
      // Another spelling of the same bytes is not what we wrote.
      if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== marker)
        return undefined
      const place = bytes.subarray(SIGNATURE_BYTES)
      const isOurs = timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(place, listing))
      return isOurs ? parseJson(place.toString()) : undefined
    },
  }
}

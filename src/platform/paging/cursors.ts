import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '../json.ts'

const SIGNATURE_BYTES = 16

/** All that a list depends on, in one order. What is absent counts as empty. */
export type CursorScope = readonly (string | undefined)[]

/**
 * Where the next page begins, as text nobody but us can write. It is good for one list: whatever
 * that list depends on is part of the signature.
 */
export type Cursors = Readonly<{
  write: (position: object, cursorScope: CursorScope) => string
  /** Undefined when it was not written by us, or for another list. */
  read: (cursor: string, cursorScope: CursorScope) => unknown
}>

/** The first key signs, all verify. They must be the same on every node: any of them may be asked for the next page. */
export function createCursors(keys: readonly Buffer[]): Cursors {
  const [first = Buffer.alloc(0)] = keys
  const sign = (position: Buffer, cursorScope: CursorScope, key = first) =>
    createHmac('sha256', key)
      .update(createHash('sha256').update(toText(cursorScope)).digest())
      .update(position)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  return {
    write(position, cursorScope) {
      const bytes = Buffer.from(JSON.stringify(position))
      return Buffer.concat([sign(bytes, cursorScope), bytes]).toString('base64url')
    },
    read(cursor, cursorScope) {
      const bytes = Buffer.from(cursor, 'base64url')
      // Another spelling of the same bytes is not what we wrote.
      if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor)
        return undefined
      const position = bytes.subarray(SIGNATURE_BYTES)
      const signature = bytes.subarray(0, SIGNATURE_BYTES)
      const isOurs = keys.some((key) =>
        timingSafeEqual(signature, sign(position, cursorScope, key)),
      )
      return isOurs ? parseJson(position.toString()) : undefined
    },
  }
}

const toText = (cursorScope: CursorScope) => JSON.stringify(cursorScope.map((part) => part ?? ''))

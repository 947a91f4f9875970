export const LARGEST_PICTURE_BYTES = 1024 * 1024

/** A form carries one picture; some clients add a field or two. */
export const MOST_PARTS = 10

const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i

/** What stands between the parts of a form, as its type says; nothing when it says none that may be. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, bare] = contentType?.match(BOUNDARY) ?? []
  return quoted ?? bare
}

/** Above what one part says of itself; a name of a file has room in it. */
export const MOST_HEADER_BYTES = 4096
const EMPTY_LINE = '\r\n\r\n'

/** Why a form is not taken apart: it would take long. Looks no further than it must. */
export function judgeForm(
  form: Buffer,
  boundary: string,
  mostParts = MOST_PARTS,
): 'many-parts' | 'long-headers' | undefined {
  const line = Buffer.from(`--${boundary}`)
  let found = 0
  // One more than there are parts, because the last one ends with it too.
  for (let at = form.indexOf(line); at >= 0; at = form.indexOf(line, at + line.length)) {
    if (++found > mostParts + 1) return 'many-parts'
    const start = at + line.length
    const head = form.subarray(start, start + MOST_HEADER_BYTES + EMPTY_LINE.length)
    const isCut = start + head.length < form.length
    if (isCut && !head.includes(EMPTY_LINE)) return 'long-headers'
  }
  return undefined
}

/** How each kind of picture begins. Judged by its bytes, because what the sender says of it proves nothing. */
const BEGINNINGS: readonly [type: string, beginning: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** Nothing for what is no picture we show. SVG is none: it can carry scripts. */
export function pictureTypeOf(firstBytesInHex: string): string | undefined {
  return BEGINNINGS.find(([, beginning]) => beginning.test(firstBytesInHex))?.[0]
}

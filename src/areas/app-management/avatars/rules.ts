export const LARGEST_PICTURE_BYTES = 1024 * 1024

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

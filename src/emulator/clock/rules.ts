export const FIRST_YEAR = 1971
export const LAST_YEAR = 8999

/** Times between which every part of the product can calculate; false for an invalid date. */
export function isPossibleTime(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

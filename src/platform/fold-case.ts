/**
 * Lower case for A to Z and nothing else: the one rule that JavaScript and PostgreSQL share, there
 * as `lower(x collate "C")`. Beyond ASCII the two differ, and by version and locale.
 */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

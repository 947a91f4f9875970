const INNER = /\([^()]*\)|\bcase\b.*?\bend\b|\bbetween\b.*?\band\b/gis
const ENDS =
  /\)|\b(where|order|group|limit|returning|union|for|on|do|set|join|left|cross|insert)\b/i

/** Positions of the conditions that `and` joins, from `from` to the end of the clause. */
export function splitCondition(text: string, from: number): (readonly [number, number])[] {
  let clause = text.slice(from)
  while (clause.search(INNER) >= 0)
    clause = clause.replaceAll(INNER, (inner) => '#'.repeat(inner.length))
  let at = from
  const parts = clause.slice(0, ENDS.exec(clause)?.index).split(/\band\b/i)
  return parts.flatMap((part) => {
    const start = at + part.length - part.trimStart().length
    const end = at + part.trimEnd().length
    at += part.length + 'and'.length
    return start < end ? [[start, end] as const] : []
  })
}

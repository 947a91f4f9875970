export type BodyFault = 'text' | 'number' | 'depth'

/** Far deeper than anything we know, and far from where a parser or the database would give up. */
export const DEEPEST_BODY = 32

/**
 * What in a parsed body neither we nor the database could keep: NUL or half of a surrogate pair in a
 * text, a number too large to be one, more levels than anybody needs. Walked without recursion.
 */
export function findBodyFault(body: unknown): BodyFault | undefined {
  const waiting: [value: unknown, depth: number][] = [[body, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next
    const fault = judge(value, depth)
    if (fault) return fault
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    for (const [name, member] of Object.entries(value)) {
      if (!isList && !isText(name)) return 'text'
      waiting.push([member, depth + 1])
    }
  }
  return undefined
}

function judge(value: unknown, depth: number): BodyFault | undefined {
  if (typeof value === 'string') return isText(value) ? undefined : 'text'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'number'
  return typeof value === 'object' && depth > DEEPEST_BODY ? 'depth' : undefined
}

const isText = (text: string) => text.isWellFormed() && !text.includes('\0')

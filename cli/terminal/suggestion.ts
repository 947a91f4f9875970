/** The known word that was most likely meant: at most one slip of the fingers in three letters. */
export function suggest(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase()
  const [nearest] = known
    .map((name) => ({ name, slips: editDistance(word, name) }))
    .filter(({ name, slips }) => slips <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.slips - other.slips)
  return nearest?.name
}

/** Words are short, and a longer one is nobody's slip: this keeps the recursion below small. */
const LONGEST = 20

/** Letters to add, drop, change, or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  if (from.length > LONGEST) return from.length
  const known = new Map<string, number>()
  const count = (a: string, b: string): number => {
    if (a === '' || b === '') return a.length + b.length
    const key = `${a.length} ${b.length}`
    const found = known.get(key) ?? Math.min(...stepsOf(a, b).map(([c, x, y]) => c + count(x, y)))
    known.set(key, found)
    return found
  }
  return count(from, to)
}

function stepsOf(a: string, b: string): [cost: number, a: string, b: string][] {
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0]
  return [
    [a[0] === b[0] ? 0 : 1, a.slice(1), b.slice(1)],
    [1, a.slice(1), b],
    [1, a, b.slice(1)],
    ...(isSwapped ? [[1, a.slice(2), b.slice(2)] as [number, string, string]] : []),
  ]
}

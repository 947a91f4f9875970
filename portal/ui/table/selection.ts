/** Toggles one row; with `anchor`, everything from there to here gets the same state. */
export function toggleSelection(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  key: string,
  anchor?: string,
): ReadonlySet<string> {
  const [from, to] = [keys.indexOf(anchor ?? key), keys.indexOf(key)]
  const isRange = from >= 0 && to >= 0
  const range = isRange ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
  const next = new Set(selected)
  const isOn = !selected.has(key)
  for (const one of range) {
    if (isOn) next.add(one)
    else next.delete(one)
  }
  return next
}

const MAX_NAMES = 5
const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** "Ada, Bob, and 3 more": enough to know whom to ask. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES
  return list.format(rest > 1 ? [...names.slice(0, MAX_NAMES), `${rest} more`] : names)
}

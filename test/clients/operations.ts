/** The operations of a group of a published client: its methods, own or inherited. */
export function listOperations(group: object): string[] {
  const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(group))
  const isOperation = (name: string) =>
    name !== 'constructor' &&
    !name.startsWith('_') &&
    !/Paging(Page|All)$/.test(name) &&
    typeof (group as Record<string, unknown>)[name] === 'function'
  const names = isPlain(group) ? Object.keys(group) : inherited
  return names.filter(isOperation).sort()
}

const isPlain = (group: object) => Object.getPrototypeOf(group) === Object.prototype

const TEXT = "'[\\w .-]+'"
const UNION = new RegExp(`${TEXT}(?:\\s*\\|\\s*${TEXT})+`, 'g')
const LIST = new RegExp(`\\[\\s*${TEXT}(?:,\\s*${TEXT})+,?\\s*\\]`, 'g')

/** A right chooses some kinds of token, and defines none. */
const CHOICE = /\bby: \[[^\]]*\]/g

/** Each set of texts that a source spells as a union or a list, in one order. */
const listSets = (source: string): string[] =>
  [UNION, LIST].flatMap((pattern) =>
    [...source.replaceAll(CHOICE, '').matchAll(pattern)].map(([text]) =>
      [...new Set(text.match(new RegExp(TEXT, 'g')))].toSorted().join(' | '),
    ),
  )

/** Sets that a file of the wire spells, and another place too: one definition is enough, others are made from it. */
export function findRepeated(sources: ReadonlyMap<string, string>): string[] {
  const filesOf = new Map<string, string[]>()
  for (const [file, source] of sources) {
    for (const set of listSets(source)) filesOf.set(set, [...(filesOf.get(set) ?? []), file])
  }
  return [...filesOf]
    .filter(([, files]) => files.length > 1 && files.some((file) => file.endsWith('/wire.ts')))
    .map(([set, files]) => `${set} is spelled in ${files.join(', ')}`)
}

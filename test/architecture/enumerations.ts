type Sources = ReadonlyMap<string, string>

const TEXT = "'[\\w .-]+'"
const UNION = new RegExp(`${TEXT}(?:\\s*\\|\\s*${TEXT})+`, 'g')
const LIST = new RegExp(`\\[\\s*${TEXT}(?:,\\s*${TEXT})+,?\\s*\\]`, 'g')
const NAMES = /\{\s*(?:\w+:\s*'[^'\n]+',?\s*){2,}\}/g

/** A right chooses some kinds of token, and defines none. */
const CHOICE = /\bby: \[[^\]]*\]/g

/** Files that say what callers and operators may send. */
const DEFINES = /\/(wire|settings)\.ts$|\/settings\//

const join = (texts: Iterable<string>) => [...new Set(texts)].toSorted().join(' | ')
const textsIn = (source: string) => source.match(new RegExp(TEXT, 'g')) ?? []

/** Each set of texts that a source spells as a union or a list, in one order. */
const listSets = (source: string): string[] =>
  [UNION, LIST].flatMap((pattern) =>
    [...source.replaceAll(CHOICE, '').matchAll(pattern)].map(([text]) => join(textsIn(text))),
  )

/** Each object that gives names to the values of an enumeration: what people read instead of them. */
const listNames = (source: string, published: ReadonlySet<string>): string[] =>
  [...source.matchAll(NAMES)].flatMap(([text]) => {
    const pairs = [...text.matchAll(/(\w+):\s*('[^'\n]+')/g)]
    const isOfWire = published.has(join(pairs.map(([, key]) => `'${key}'`)))
    return isOfWire ? [join(pairs.map(([, key, name]) => `${key}: ${name}`))] : []
  })

/** The sets of the OpenAPI documents, from the generated client, in which they are lists of "texts". */
const listPublished = (generated: string): string[] =>
  listSets(generated.split('\n').filter(isListOfValues).join('\n').replaceAll('"', "'"))
const isListOfValues = (line: string) => /^export const \w+Values: /.test(line)

/**
 * Sets of the wire or of the settings, and names of their values, that are spelled twice: one definition is enough,
 * others are made from it. Outside `src` no published set is spelled: the generated client has it.
 */
export function findRepeated(sources: Sources, generated = ''): string[] {
  const published = new Set(listPublished(generated))
  const filesOf = new Map<string, string[]>()
  for (const [file, source] of sources) {
    for (const set of [...listSets(source), ...listNames(source, published)]) {
      filesOf.set(set, [...(filesOf.get(set) ?? []), file])
    }
  }
  return [...filesOf]
    .filter(([set, files]) => {
      const isDefinition = published.has(set) || files.some((file) => DEFINES.test(file))
      const isCopy = published.has(set) && files.some((file) => !file.startsWith('src/'))
      return isCopy || (files.length > 1 && (isDefinition || set.includes(': ')))
    })
    .map(([set, files]) => `${set} is spelled in ${files.join(', ')}`)
}

/** What somebody can jump to. */
export type Result<Target> = Readonly<{
  key: string
  kind: string
  name: string
  /** Tells apart what has the same name, and is searched too. */
  detail: string
  target: Target
}>

const MAX_OF_KIND = 5

/** Those in which every word is found; names that begin with the text come first. At most five of a kind. */
export function findResults<Target>(
  text: string,
  all: readonly Result<Target>[],
): Result<Target>[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = all.filter(({ name, detail }) => {
    const searched = `${name}\n${detail}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const begins = ({ name, detail }: Result<Target>) =>
    [name, detail].some((part) => part.toLowerCase().startsWith(wanted))
  return [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind
      .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
      .slice(0, MAX_OF_KIND),
  )
}

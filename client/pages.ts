import { dataOf } from './api-client.ts'

export type Page<Value> = Readonly<{ value?: readonly Value[]; nextLink?: string }>

/**
 * Page after page of a list. Only the marker of `nextLink` is taken over, never its address: a token
 * goes where it was meant to go, whatever an answer says.
 */
export async function* listPages<Value>(
  read: (cursor: string | undefined) => Promise<Page<Value>>,
): AsyncGenerator<readonly Value[]> {
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; ) {
    const { value = [], nextLink } = await read(cursor)
    yield value
    isFirst = false
    cursor = nextLink === undefined ? undefined : cursorOf(nextLink)
  }
}

/** The values of all pages. */
export async function listAll<Value>(
  read: (cursor: string | undefined) => Promise<Page<Value>>,
): Promise<Value[]> {
  const values: Value[] = []
  for await (const page of listPages(read)) values.push(...page)
  return values
}

/** The values of as many pages as it takes to have `max` of them, or of all. */
export async function listUpTo<Value>(
  max: number,
  read: (cursor: string | undefined) => Promise<Page<Value>>,
): Promise<Value[]> {
  const values: Value[] = []
  for await (const page of listPages(read)) {
    values.push(...page)
    if (values.length >= max) break
  }
  return values.slice(0, max)
}

/** The rows of a list of the operator API: of all pages, or of as many as it takes to have `max`. */
export const listRows = <Row>(
  read: (query: Readonly<{ $skiptoken?: string }>) => Promise<{ data?: Page<Row> }>,
  max = Number.POSITIVE_INFINITY,
): Promise<Row[]> =>
  listUpTo(max, (cursor) => dataOf(read(cursor === undefined ? {} : { $skiptoken: cursor })))

/** Areas write the name of the marker in two ways. */
function cursorOf(link: string): string | undefined {
  const { searchParams } = new URL(link)
  return [...searchParams].find(([name]) => name.toLowerCase() === '$skiptoken')?.[1]
}

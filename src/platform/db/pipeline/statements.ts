import { CompiledQuery } from 'kysely'

type Rows = readonly unknown[]

/** Statements that have not been sent, in their order, and what their rows mean together. */
export type Statements<T> = Readonly<{
  queries: readonly CompiledQuery[]
  toValue: (results: readonly Rows[]) => T
}>

type Each<Values extends readonly unknown[]> = {
  [Index in keyof Values]: Statements<Values[Index]>
}

export const toStatements = <Row, T>(
  query: CompiledQuery<Row>,
  toValue: (rows: readonly Row[]) => T,
): Statements<T> => ({ queries: [query], toValue: ([rows]) => toValue(rows as readonly Row[]) })

/** A statement with one row or none. */
export const toFirst = <Row>(query: CompiledQuery<Row>): Statements<Row | undefined> =>
  toStatements(query, ([row]) => row)

/** A statement whose rows say nothing. */
export const toWrite = (query: CompiledQuery): Statements<void> =>
  toStatements(query, () => undefined)

/** A statement that another library has written. */
export const toRawWrite = (text: string, values: unknown[]): Statements<void> =>
  toWrite(CompiledQuery.raw(text, values))

/** No statement. */
export const toConstant = <T>(value: T): Statements<T> => ({ queries: [], toValue: () => value })

export const mapStatements = <A, B>(
  statements: Statements<A>,
  map: (value: A) => B,
): Statements<B> => ({
  queries: statements.queries,
  toValue: (results) => map(statements.toValue(results)),
})

/** One after the other; each sees what those before it did. */
export const joinStatements = <Values extends readonly unknown[]>(
  ...each: Each<Values>
): Statements<Values> => ({
  queries: each.flatMap(({ queries }) => queries),
  toValue(results) {
    let start = 0
    return each.map(({ queries, toValue }) => {
      const own = results.slice(start, start + queries.length)
      start += queries.length
      return toValue(own)
    }) as unknown as Values
  },
})

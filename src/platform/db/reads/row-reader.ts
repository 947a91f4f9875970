import pg from 'pg'
import { parseTimestamp, TIMESTAMPTZ } from './timestamp.ts'

type Parse = (text: string) => unknown

/** The columns of a statement that do not stay text. */
export type RowReader = readonly Readonly<{ column: number; parse: Parse }>[]

export function toRowReader(fields: readonly { dataTypeID: number }[]): RowReader {
  return fields.flatMap(({ dataTypeID }, column) => {
    const parse = parserOf(dataTypeID)
    return parse ? [{ column, parse }] : []
  })
}

/** Parses in place. */
export function readRow(reader: RowReader, fields: unknown[]): unknown[] {
  for (const { column, parse } of reader) {
    const text = fields[column]
    if (text !== null) fields[column] = parse(text as string)
  }
  return fields
}

const TEXT = 25
const asItIs = pg.types.getTypeParser(TEXT, 'text')

function parserOf(dataTypeID: number): Parse | undefined {
  if (dataTypeID === TIMESTAMPTZ) return parseTimestamp
  const parse = pg.types.getTypeParser(dataTypeID, 'text') as Parse
  return parse === asItIs ? undefined : parse
}

import { Type } from 'typebox'
import { RequestError } from '../errors.ts'
import { isUuid } from '../uuid.ts'

export const PAGE_SIZE = 100

export const PageQuery = {
  $skiptoken: Type.Optional(
    Type.String({ maxLength: 200, description: 'Opaque; as `nextLink` has it.' }),
  ),
}

export const invalidSkipToken = () =>
  new RequestError(
    'invalid',
    'InvalidSkipToken',
    'The $skiptoken is not one of ours. Follow nextLink as it is.',
  )

/** A cursor that is the id of the last row; anything else is refused before it reaches a statement. */
export function readIdCursor(
  cursor: string | undefined,
  isId: (text: string) => boolean = isUuid,
): string | undefined {
  if (cursor === undefined || isId(cursor)) return cursor
  throw invalidSkipToken()
}

/** A page of rows and, when there are more, where the next one begins. Ask the store for one row more than a page. */
export function toPage<Row, Wire>(
  rows: readonly Row[],
  toWire: (row: Row) => Wire,
  nextLink: (last: Row) => string,
  size = PAGE_SIZE,
): { value: Wire[]; nextLink?: string } {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const value = shown.map(toWire)
  return rows.length > size && last !== undefined ? { value, nextLink: nextLink(last) } : { value }
}

import { Type } from 'typebox'
import { RequestError } from '../errors.ts'
import type { CursorScope, Cursors } from './cursors.ts'
import { toNextLink } from './list-query.ts'

export const PAGE_SIZE = 100

const description = 'The position of the page. Take it from `nextLink`; its format is opaque.'

export const PageQuery = {
  $skiptoken: Type.Optional(Type.String({ maxLength: 500, description })),
}

/** As published lists spell it. */
export const SkipTokenQuery = { $skipToken: Type.Optional(Type.String({ description })) }

type PageRequest = Readonly<{
  url: string
  cursor: string | undefined
  /** The list and everything that it depends on: a cursor of another one is refused. */
  scope: CursorScope
}>

type Page<Position> = Readonly<{
  /** Where the page before ended; undefined on the first. */
  after: Position | undefined
  linkAfter: (position: Position) => string
  /** The answer. Ask the store for one row more than a page. */
  answer: <Row, Wire>(
    rows: readonly Row[],
    toWire: (row: Row) => Wire,
    positionOf: (last: Row) => Position,
    size?: number,
  ) => { value: Wire[]; nextLink?: string }
}>

/** Opens one page of a list: reads where it begins, and writes where the next one does. */
export type OpenPage = <Position extends object>(asked: PageRequest) => Page<Position>

/** `baseUrl`: where callers find the lists. */
export function openPagesAt(baseUrl: string, cursors: Cursors): OpenPage {
  return <Position extends object>(asked: PageRequest): Page<Position> => {
    const { url, scope } = asked
    const linkAfter = (position: Position) =>
      toNextLink(url, baseUrl, cursors.write(position, scope))
    return {
      after: readPosition<Position>(cursors, asked),
      linkAfter,
      answer(rows, toWire, positionOf, size = PAGE_SIZE) {
        const shown = rows.slice(0, size)
        const last = rows.length > size ? shown.at(-1) : undefined
        const value = shown.map(toWire)
        return last === undefined ? { value } : { value, nextLink: linkAfter(positionOf(last)) }
      },
    }
  }
}

function readPosition<Position>(
  cursors: Cursors,
  { cursor, scope }: PageRequest,
): Position | undefined {
  if (cursor === undefined) return undefined
  // Signed, it is what we wrote for this very list.
  const position = cursors.read(cursor, scope) as Position | undefined
  if (position === undefined) throw invalidSkipToken()
  return position
}

const invalidSkipToken = () =>
  new RequestError(
    'invalid',
    'InvalidSkipToken',
    'The skip token is not valid for this list. Use nextLink unchanged, or remove the skip token to start from the first page.',
  )

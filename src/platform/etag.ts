import { createHash } from 'node:crypto'

/** Changes whenever the value does. */
export const etagOf = (value: unknown) =>
  `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`

export type Precondition = Readonly<{ ifMatch?: string; ifNoneMatch?: string }>

/** Whether the current representation is the one that the caller named. Only If-None-Match takes weak tags as well. */
export function satisfiesPrecondition(
  { ifMatch, ifNoneMatch }: Precondition,
  etag: string,
): boolean {
  const names = (header: string, ...spellings: string[]) =>
    isAny(header) || header.split(',').some((tag) => spellings.includes(tag.trim()))
  return (
    (ifMatch === undefined || names(ifMatch, etag)) &&
    !(ifNoneMatch && names(ifNoneMatch, etag, `W/${etag}`))
  )
}

/** Whether it says nothing about one thing in particular. */
export const isForAny = ({ ifMatch = '*', ifNoneMatch = '*' }: Precondition) =>
  isAny(ifMatch) && isAny(ifNoneMatch)

const isAny = (header: string) => header.trim() === '*'

import { createHash } from 'node:crypto'

/** Each connection keeps that many plans, some 20 kB each. */
export const MAX_NAMES = 500

/**
 * In the text of a statement that gets no name, because a caller composes it or because its best plan
 * depends on its values: after five executions the server may plan a named one for any values.
 */
export const NO_NAME = '/* no name */'

/** A list of values in the text: it has as many texts as lengths, so it would use up the names. */
const LIST_OF_VALUES = /\bin ?\(\$\d+,|\bvalues ?\(.*\), ?\(/is

const isUnbounded = (text: string) => text.includes(NO_NAME) || LIST_OF_VALUES.test(text)

/** Names of prepared statements: the server parses and plans a named statement once per connection. */
export function createStatementNames() {
  const names = new Map<string, string>()

  function add(text: string): string | undefined {
    if (names.size >= MAX_NAMES || isUnbounded(text)) return undefined
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }

  /** Undefined: send the statement without a name. */
  return (text: string): string | undefined => names.get(text) ?? add(text)
}

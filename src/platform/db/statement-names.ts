import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Names of prepared statements for one pool of connections: the server parses and plans a named
 * statement once per connection. Send `{ name: nameOf(text), text, values }` outside or inside a
 * transaction. If that fails, `mayRunUnnamed(name, error)` is true for a failure that is due to the
 * name: nothing was executed, and the same text without a name succeeds (in a transaction: the whole
 * transaction, from its start).
 */
export type StatementNames = Readonly<{
  /** Undefined: send the statement without a name. */
  nameOf: (text: string) => string | undefined
  mayRunUnnamed: (name: string | undefined, error: unknown) => boolean
}>

/** Names of one process. Once they are off, they are off for all its pools. */
export type StatementNaming = Readonly<{ forPool: () => StatementNames }>

export type NamingOptions = Readonly<{
  isOn?: boolean
  /** Called once, when failures have turned the names off. */
  onTurnedOff?: (error: unknown) => void
}>

/** Each connection keeps that many plans, some 20 kB each; after a failure, those of the names before too. */
export const MAX_NAMES = 500

/**
 * In the text of a statement that gets no name, because a caller composes it or because its best plan
 * depends on its values: after five executions the server may plan a named one for any values.
 */
export const NO_NAME = '/* no name */'

/** A list of values in the text: it has as many texts as lengths, so it would use up the names. */
const LIST_OF_VALUES = /\bin ?\(\$\d+,|\bvalues ?\(.*\), ?\(/is

const isUnbounded = (text: string) => text.includes(NO_NAME) || LIST_OF_VALUES.test(text)

export function createStatementNaming({
  isOn = true,
  onTurnedOff,
}: NamingOptions = {}): StatementNaming {
  let areOn = isOn

  function turnOff(error: unknown): void {
    if (areOn) onTurnedOff?.(error)
    areOn = false
  }

  function forPool(): StatementNames {
    const names = new Map<string, string>()
    // After the first failure every name is a new one, so each connection plans its statements again.
    let hasFailed = false

    function add(text: string): string | undefined {
      if (names.size >= MAX_NAMES || isUnbounded(text)) return undefined
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
      const name = hasFailed ? `${AGAIN}${hash}` : hash
      names.set(text, name)
      return name
    }

    return {
      nameOf: (text) => (areOn ? (names.get(text) ?? add(text)) : undefined),
      mayRunUnnamed(name, error) {
        if (name === undefined || !isDueToName(error)) return false
        // Connections that still had the names of before do not count as a second failure.
        if (name.startsWith(AGAIN)) turnOff(error)
        else if (!hasFailed) {
          hasFailed = true
          names.clear()
        }
        return true
      },
    }
  }

  return { forPool }
}

/** In no hash. */
const AGAIN = '2:'

/** The server has no statement of the name, has one already, or cannot use its plan after a migration. */
function isDueToName(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code, routine } = error
  return (
    code === '26000' ||
    code === '42P05' ||
    // The name of the function in the server: the text of the error depends on its language.
    (code === '0A000' && routine === 'RevalidateCachedQuery')
  )
}

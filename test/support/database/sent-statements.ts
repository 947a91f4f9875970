const QUERY = 'Q'
const PARSE = 'P'
const BIND = 'B'
const COMMAND_COMPLETE = 'C'

/**
 * Reads what a client sends and reports the text of each statement it executes: of one that is
 * prepared once and executed often, each time.
 */
export function readStatements(onStatement: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  return readMessages(0, (type, body) => {
    if (type === QUERY) onStatement(textAt(body, 0))
    if (type === PARSE) prepared.set(textAt(body, 0), textAt(body, afterText(body, 0)))
    // The portal, then the statement.
    if (type === BIND) onStatement(prepared.get(textAt(body, afterText(body, 0))) as string)
  })
}

/** Reads what the database answers, from the beginning of an answer on, up to the end of a commit. */
export const readCommit = (onCommit: () => void) =>
  readMessages(1, (type, body) => {
    if (type === COMMAND_COMPLETE && textAt(body, 0) === 'COMMIT') onCommit()
  })

/** A message is a type byte, its length and its body; only the first one that a client sends has no type byte. */
function readMessages(
  firstTypeLength: 0 | 1,
  onMessage: (type: string, body: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeLength: number = firstTypeLength
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < length) return
      const type = rest.toString('latin1', 0, typeLength)
      const body = rest.subarray(typeLength + 4, length)
      typeLength = 1
      rest = rest.subarray(length)
      onMessage(type, body)
    }
  }
}

/** Texts end with a zero byte. */
const textAt = (body: Buffer, start: number) => body.toString('utf8', start, body.indexOf(0, start))
const afterText = (body: Buffer, start: number) => body.indexOf(0, start) + 1

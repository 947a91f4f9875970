/** Where a filter cannot be read. `position` counts from 1; `found` is empty at the end of the filter. */
export type Fault = Readonly<{ position: number; found: string; expected: readonly string[] }>

const LONGEST_FOUND = 40
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu

export function faultAt(
  text: string,
  { start, end }: Readonly<{ start: number; end: number }>,
  expected: readonly string[],
): Fault {
  return { position: start + 1, found: toPrintable(text.slice(start, end)), expected }
}

/** One sentence for the caller, without the code. */
export function describeFault({ position, found, expected }: Fault): string {
  const here = found === '' ? 'end of the filter' : `"${found}"`
  const wanted = joinWithOr(expected.map(quoteWord))
  return `The filter is not valid at position ${position}: unexpected ${here}, expected ${wanted}.`
}

/** Descriptions have spaces, and values of text have quotes already. */
const quoteWord = (expected: string) => (/^[^\s']+$/.test(expected) ? `"${expected}"` : expected)

function joinWithOr(all: readonly string[]): string {
  const before = all.slice(0, -1).join(', ')
  return [...(before ? [before] : []), ...all.slice(-1)].join(' or ')
}

/** It goes back into an answer and a log: short, on one line, and with nothing that hides or turns text. */
function toPrintable(text: string): string {
  const characters = [...text.slice(0, 10 * LONGEST_FOUND).replace(UNPRINTABLE, '')]
  if (characters.length > LONGEST_FOUND)
    return `${characters.slice(0, LONGEST_FOUND - 1).join('')}…`
  return characters.length > 0 || text === '' ? characters.join('') : toCodePoint(text)
}

function toCodePoint(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Rows and columns of keyboards, and what people count in. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiopü',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qawsedrftgyhujikolp',
]
const SEQUENCES = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
const LEAST_SEQUENCE = 3
const LEAST_WORD = 4
const LONGEST_WORD = 24
/** Digits and signs that are taken as an addition: a date, an exclamation mark. More of them may be chance. */
const MOST_ADDITIONS = 8

const SPELLINGS: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
}

/** What a text may consist of besides sequences: any of the names, and one common password. */
export type Known = Readonly<{ names: readonly string[]; common: ReadonlySet<string> }>

type Piece = Readonly<{ length: number; words: 0 | 1; additions: 0 | 1 }>

/**
 * Whether a text in lower case consists of what is known: names, sequences, repeated characters, at most
 * one common password and a few additions. Of two words or more, nobody can say which are likely.
 */
export function isCovered(text: string, known: Known): boolean {
  const spellings = spellingsOf(text)
  // The fewest additions that reach each position, without a common password and with one.
  const fewest = Array.from({ length: text.length + 1 }, () => [Infinity, Infinity])
  fewest[0] = [0, Infinity]
  for (const [at, [without = Infinity, withOne = Infinity]] of fewest.entries()) {
    if (Math.min(without, withOne) > MOST_ADDITIONS) continue
    for (const { length, words, additions } of piecesAt(spellings, at, known)) {
      const next = fewest[at + length] ?? []
      next[words] = Math.min(next[words] ?? Infinity, without + additions)
      if (words === 0) next[1] = Math.min(next[1] ?? Infinity, withOne + additions)
    }
  }
  return Math.min(...(fewest[text.length] ?? [])) <= MOST_ADDITIONS
}

function* piecesAt(
  spellings: readonly string[],
  at: number,
  { names, common }: Known,
): Generator<Piece> {
  const [text = ''] = spellings
  if (at >= text.length) return
  if (!/\p{L}/u.test(text.charAt(at))) yield { length: 1, words: 0, additions: 1 }
  for (let length = LEAST_SEQUENCE; isSequence(text.slice(at, at + length), length); length++)
    yield { length, words: 0, additions: 0 }
  for (const name of names) {
    if (spellings.some((each) => each.startsWith(name, at)))
      yield { length: name.length, words: 0, additions: 0 }
  }
  for (let length = LEAST_WORD; length <= LONGEST_WORD && at + length <= text.length; length++) {
    if (spellings.some((each) => common.has(each.slice(at, at + length))))
      yield { length, words: 1, additions: 0 }
  }
}

const isSequence = (text: string, length: number) =>
  text.length === length &&
  (SEQUENCES.some((row) => row.includes(text)) || text === text.charAt(0).repeat(length))

/** As typed, and with letters for the digits and signs that stand for them: `1` and `!` for i or l. */
function spellingsOf(text: string): readonly string[] {
  const spell = (one: string) =>
    text.replaceAll(/[03-57-8@$1!]/g, (character) => SPELLINGS[character] ?? one)
  return [text, spell('i'), spell('l')]
}

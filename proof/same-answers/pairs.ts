const MAX_APART_MS = 5000

const CLOCK = String.raw`\d\d(?::|%3A)\d\d(?::|%3A)\d\d`
const TIME = String.raw`\d{4}-\d\d-\d\dT${CLOCK}(?:\.\d+)?Z?|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} ${CLOCK} GMT`
const SIGNED = String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`
const BASE64 = '(?:whsec_|nonce-|nonce=")[A-Za-z0-9+/]+=*'
const WORD = `(${TIME}|${SIGNED}|${BASE64}|[\\w-]+)`

const IS_TIME = new RegExp(`^(?:${TIME})$`)
/** The end of a cookie, in seconds. */
const IS_SECONDS = /^\d{10}$/
const IS_SIGNED = new RegExp(`^${SIGNED}$`)
const IS_BASE64 = new RegExp(`^${BASE64}$`)
const IS_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Secrets, codes and their beginnings, tracking ids, user codes of devices. */
const SHAPES = [/^[\w-]{20,}$/, /^[A-Z0-9]{4}-[A-Z0-9]{5}$/, /^[A-Z]{4}-[A-Z]{4}$/]

/**
 * What the two sides have generated for the same thing. A pair is learned where it is first seen, and from
 * then on the one must stand wherever the other does.
 */
export function createPairs(copiedAtMs: number) {
  const seconds = new Map<string, string>()
  const firsts = new Map<string, string>()

  const learn = (first: string, second: string): true => {
    seconds.set(first, second)
    firsts.set(second, first)
    return true
  }

  /** An id that has its time in it says itself that it was generated after the data was copied. */
  const isFresh = (first: string, second: string): boolean => {
    const [a, b] = [timeOfUuid(first), timeOfUuid(second)]
    return Math.min(a, b) >= copiedAtMs && Math.abs(a - b) <= MAX_APART_MS
  }

  const isGenerated = (first: string, second: string, mayLearn: boolean): boolean => {
    if (IS_UUID.test(first) && IS_UUID.test(second) && first[14] === second[14]) {
      return first[14] === '7' ? isFresh(first, second) : mayLearn
    }
    if (IS_BASE64.test(first) && IS_BASE64.test(second)) return true
    const isAlike = (shape: RegExp) => shape.test(first) && shape.test(second)
    return mayLearn && first.length === second.length && SHAPES.some(isAlike)
  }

  const isSame = (first: string, second: string, mayLearn: boolean): boolean => {
    const known = seconds.get(first)
    if (known !== undefined || firsts.has(second)) return known === second
    if (first === second) return true
    const areBoth = (shape: RegExp) => shape.test(first) && shape.test(second)
    if (areBoth(IS_TIME) || areBoth(IS_SECONDS)) return areClose(first, second)
    const [inFirst, inSecond] = [readSigned(first), readSigned(second)]
    const isPair =
      inFirst === undefined || inSecond === undefined
        ? isGenerated(first, second, mayLearn)
        : findDifference(inFirst, inSecond, mayLearn) === undefined
    return isPair && learn(first, second)
  }

  /** Where the texts first differ in something that neither has generated. */
  const findDifference = (first: string, second: string, mayLearn: boolean): string | undefined => {
    if (first === second) return undefined
    const [inFirst, inSecond] = [splitWords(first), splitWords(second)]
    const at = inFirst.findIndex((part, n) => {
      const other = inSecond[n]
      if (other === undefined) return true
      return n % 2 === 0 ? part !== other : !isSame(part, other, mayLearn)
    })
    if (at === -1 && inFirst.length === inSecond.length) return undefined
    const from = Math.max(0, at - 10)
    const cut = (parts: readonly string[]) => parts.slice(from, from + 30).join('')
    return `${cut(inFirst)}\n    ${cut(inSecond)}`
  }

  return {
    learn,
    findDifference,
    /** What is said to the one side, in the words of the other. */
    translate: (text: string) =>
      text.replaceAll(new RegExp(WORD, 'g'), (word) => seconds.get(word) ?? word),
  }
}

export type Pairs = ReturnType<typeof createPairs>

/** Words stand at odd places, what is between them at even ones. */
const splitWords = (text: string) => text.split(new RegExp(WORD))

const timeOfUuid = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const toMs = (time: string) =>
  IS_SECONDS.test(time) ? Number(time) * 1000 : Date.parse(time.replaceAll('%3A', ':'))
const areClose = (first: string, second: string) =>
  Math.abs(toMs(first) - toMs(second)) <= MAX_APART_MS

const SIGNATURE_BYTES = 16

/** What an access token or the cursor of a list says, with its times as times. */
function readSigned(word: string): string | undefined {
  const text = IS_SIGNED.test(word) ? readClaims(word) : readCursor(word)
  const toTime = (_all: string, digits: string) =>
    `:"${new Date(digits.length === 10 ? Number(digits) * 1000 : Number(digits)).toISOString()}"`
  return text.startsWith('{"') ? text.replaceAll(/:(\d{13}|\d{10})\b/g, toTime) : undefined
}

const readClaims = (token: string) => {
  const [head = '', claims = ''] = token.split('.')
  return `${Buffer.from(head, 'base64url')}${Buffer.from(claims, 'base64url')}`
}

const readCursor = (word: string) =>
  Buffer.from(word, 'base64url').subarray(SIGNATURE_BYTES).toString()

import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isCovered } from './cover/rules.ts'

/** A password that repeats fewer characters than this is as weak as they are. */
const LEAST_PERIOD = 6
const LEAST_NAME_LENGTH = 3
const PRODUCT = 'binnacle'

export type ContentFault = 'repetitive' | 'common' | 'personal'

/** Whose password it is to be. */
export type PasswordHolder = Readonly<{ name: string; displayName: string; email: string }>

/** What is tried first: common passwords, and the names of the person and the product, with little added. */
export function judgeContent(password: string, holder: PasswordHolder): ContentFault | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  if (periodOf(text) < LEAST_PERIOD) return 'repetitive'
  const forms = [text, withoutRepeats(text), text.replace(BETWEEN_ADDITIONS, withoutRepeats)]
  const isMadeOf = (names: readonly string[]) =>
    forms.some((form) => isCovered(form, { names, common: COMMON_PASSWORDS }))
  if (isMadeOf([])) return 'common'
  return isMadeOf(namesOf(holder)) ? 'personal' : undefined
}

/** After how many characters a text begins again: 8 of `passwordpass`, its length if it does not. */
function periodOf(text: string): number {
  const characters = [...text]
  let period = 1
  while (characters.some((character, at) => at >= period && character !== characters[at - period]))
    period++
  return period
}

function withoutRepeats(text: string): string {
  const period = periodOf(text)
  return period * 3 <= [...text].length * 2 ? [...text].slice(0, period).join('') : text
}

/** From the first letter to the last. */
const BETWEEN_ADDITIONS = /\p{L}.*\p{L}/su

/** Whole, and word by word: `ada.lovelace@example.com` is also `ada.lovelace`, `ada` and `lovelace`. */
function namesOf({ name, displayName, email }: PasswordHolder): string[] {
  const [local = ''] = email.split('@')
  const words = [name, displayName, local].flatMap((each) => each.split(/[^\p{L}\p{N}]+/u))
  return [PRODUCT, name, displayName, email, local, ...words]
    .map((each) => each.normalize('NFKC').toLowerCase())
    .filter((each) => each.length >= LEAST_NAME_LENGTH)
}

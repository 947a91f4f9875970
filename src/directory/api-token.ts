import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hashSecret } from '../platform/crypto/digest.ts'
import type { TokenKind } from './caller.ts'

/**
 * A token value is `bnu_`, `bna_` or `bno_` (by kind), the home id as 22 base62 digits, 256 random
 * bits as 43, and a CRC-32 of all that as 6. The checksum lets us refuse garbage without a query
 * and lets a secret scanner confirm a find offline. Stored are the SHA-256 of the value and the first
 * four of the random digits, by which people recognise a token; 232 bits stay unknown.
 */
const KIND_OF_PREFIX = { bnu_: 'user', bna_: 'app', bno_: 'org' } as const
const PREFIX_OF_KIND = { user: 'bnu_', app: 'bna_', org: 'bno_' } as const

const SHAPE = /^bn[uao]_[0-9A-Za-z]{71}$/
const HOME_END = 26
const SECRET_END = 69
const LENGTH = 75
const SHOWN_DIGITS = 4

/** In ASCII order, so that numbers of equal length compare as their texts do. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LARGEST_HOME = toBase62((1n << 128n) - 1n, 22)
const LARGEST_SECRET = toBase62((1n << 256n) - 1n, 43)

const VALUE_OF_DIGIT = new Uint8Array(128)
for (let value = 0; value < DIGITS.length; value++) VALUE_OF_DIGIT[DIGITS.charCodeAt(value)] = value

/** `hash` is the SHA-256 of the value, in hexadecimal digits; `secretStart` the first of the random digits. */
export type MadeToken = Readonly<{ value: string; hash: string; secretStart: string }>
export type ParsedToken = Readonly<{ kind: TokenKind; homeId: string; hash: string }>

/** The value leaves this process once, in the answer to its creation; keep `hash` and `secretStart`. */
export function makeToken(kind: TokenKind, homeId: string): MadeToken {
  const home = toHome(homeId)
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  const body = PREFIX_OF_KIND[kind] + home + secret
  const value = body + toBase62(BigInt(crc32(body)), 6)
  return { value, hash: hashSecret(value), secretStart: secret.slice(0, SHOWN_DIGITS) }
}

/** What `makeToken` gave for this value, if the token is of this kind and home. */
export function remakeToken(value: string, kind: TokenKind, homeId: string): MadeToken | undefined {
  const parsed = parseToken(value)
  if (parsed?.kind !== kind || parsed.homeId !== homeId) return undefined
  return { value, hash: parsed.hash, secretStart: value.slice(HOME_END, HOME_END + SHOWN_DIGITS) }
}

/** The first 30 characters of a value, from what is stored about it. */
export function startOfToken(kind: TokenKind, homeId: string, secretStart: string): string {
  return PREFIX_OF_KIND[kind] + toHome(homeId) + secretStart
}

const toHome = (homeId: string) => toBase62(BigInt(`0x${homeId.replaceAll('-', '')}`), 22)

/** Undefined for anything `makeToken` cannot have made; nothing needs to be asked of the database then. */
export function parseToken(text: string): ParsedToken | undefined {
  if (!SHAPE.test(text)) return undefined
  const prefix = text.slice(0, 4) as keyof typeof KIND_OF_PREFIX
  const home = text.slice(4, HOME_END)
  if (home > LARGEST_HOME || text.slice(HOME_END, SECRET_END) > LARGEST_SECRET) return undefined
  if (toNumber(text, SECRET_END, LENGTH) !== crc32(text.slice(0, SECRET_END))) return undefined
  return { kind: KIND_OF_PREFIX[prefix], homeId: toUuid(home), hash: hashSecret(text) }
}

function toBase62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits
  return digits.padStart(length, '0')
}

const DIGIT_14 = 62n ** 14n
const DIGIT_6 = 62n ** 6n

/** Eight digits at a time stay exact in a plain number; a bigint step per digit would cost three times as much. */
function toUuid(home: string): string {
  const number =
    BigInt(toNumber(home, 0, 8)) * DIGIT_14 +
    BigInt(toNumber(home, 8, 16)) * DIGIT_6 +
    BigInt(toNumber(home, 16, 22))
  const hex = number.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function toNumber(text: string, start: number, end: number): number {
  let number = 0
  for (let i = start; i < end; i++) {
    number = number * 62 + (VALUE_OF_DIGIT[text.charCodeAt(i)] as number)
  }
  return number
}

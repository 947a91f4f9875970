import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { secretUnreadable } from './errors.ts'
import { readProtected } from './protected-file.ts'

const LEAST_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_ID_BYTES = 8

/** Keeps what is stored unreadable to whoever has the database alone. */
export type Seal = Readonly<{
  /** `label` says what is sealed and where: under another label it cannot be opened. */
  seal: (text: string, label: string) => Buffer
  open: (sealed: Buffer, label: string) => string
  /** Nothing if no key opens it. */
  openIfReadable: (sealed: Buffer, label: string) => string | undefined
  /** Whether the key that seals opens it, with an id or without. */
  isOfFirstKey: (sealed: Buffer, label: string) => boolean
  /** Keys for another purpose, the same on every node: the first signs, all verify. */
  deriveKeys: (purpose: string) => readonly Buffer[]
  /** Names the key that seals, and says nothing about it. */
  keyId: Buffer
  /** With the same keys. What it seals begins with the id of the key. */
  withKeyIds: () => Seal
}>

/** The first key seals, all open. */
export const readSeal = (...keyFiles: readonly string[]): Seal =>
  openSeal(...keyFiles.map(readSecret))

function readSecret(keyFile: string): Buffer {
  const text = readProtected('SECRET_KEY_FILE', keyFile)
  const digits = text.toString('latin1').trim()
  // `openssl rand -hex` writes digits; counting them as bytes would halve the demand.
  const secret = /^([0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : text
  if (secret.length < LEAST_BYTES) {
    throw new Error(
      `SECRET_KEY_FILE: ${keyFile} contains ${secret.length} bytes, but at least ${LEAST_BYTES} random bytes are required. Create it with: (umask 077 && openssl rand -hex 32 > ${keyFile})`,
    )
  }
  return secret
}

type Key = Readonly<{ id: Buffer; secret: Buffer; key: Buffer }>

const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

const toKey = (secret: Buffer): Key => ({
  id: derive(secret, 'binnacle key id').subarray(0, KEY_ID_BYTES),
  secret,
  key: derive(secret, 'binnacle records'),
})

export const openSeal = (...secrets: readonly Buffer[]): Seal => makeSeal(secrets.map(toKey), false)

function makeSeal(keys: readonly Key[], hasKeyIds: boolean): Seal {
  const [first] = keys
  if (!first) throw new Error('At least one key is required.')
  const openIfReadable: Seal['openIfReadable'] = (sealed, label) => {
    // Without an id it may be of any key.
    const named = keys.filter(({ id }) => id.equals(sealed.subarray(0, KEY_ID_BYTES)))
    for (const key of named) {
      const text = tryToOpen(key, sealed.subarray(KEY_ID_BYTES), label)
      if (text !== undefined) return text
    }
    for (const key of keys) {
      const text = tryToOpen(key, sealed, label)
      if (text !== undefined) return text
    }
    return undefined
  }
  return {
    keyId: first.id,
    openIfReadable,
    deriveKeys: (purpose) => keys.map(({ secret }) => derive(secret, purpose)),
    withKeyIds: () => makeSeal(keys, true),
    isOfFirstKey: (sealed, label) =>
      tryToOpen(first, sealed.subarray(KEY_ID_BYTES), label) !== undefined ||
      tryToOpen(first, sealed, label) !== undefined,
    seal(text, label) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(label))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const id = hasKeyIds ? [first.id] : []
      return Buffer.concat([...id, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, label) {
      const text = openIfReadable(sealed, label)
      if (text === undefined) throw secretUnreadable()
      return text
    },
  }
}

function tryToOpen({ key }: Key, sealed: Buffer, label: string): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(label))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    // Of another key, changed, or under another label: all that `final` can say is that it does not fit.
    return undefined
  }
}

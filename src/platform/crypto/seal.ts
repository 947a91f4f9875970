import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

const LEAST_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps what is stored unreadable to whoever has the database alone. */
export type Seal = Readonly<{
  /** `label` says what is sealed and where: under another label it cannot be opened. */
  seal: (text: string, label: string) => Buffer
  open: (sealed: Buffer, label: string) => string
  /** A key of its own for another purpose; the same on every node. */
  derive: (purpose: string) => Buffer
}>

export function readSeal(keyFile: string): Seal {
  const text = readFileSync(keyFile)
  const digits = text.toString('latin1').trim()
  // `openssl rand -hex` writes digits; counting them as bytes would halve the demand.
  const secret = /^([0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : text
  if (secret.length < LEAST_BYTES) {
    throw new Error(
      `SECRET_KEY_FILE contains ${secret.length} bytes, but at least ${LEAST_BYTES} random bytes are required. Create it with: openssl rand -hex 32`,
    )
  }
  return openSeal(secret)
}

export function openSeal(secret: Buffer): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const key = derive('binnacle records')
  return {
    derive,
    seal(text, label) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, label) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(label))
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

import { hash } from 'node:crypto'

/** A fast hash is right here: the input is 256 random bits, so there is nothing to guess. */

export function hashSecret(text: string): string {
  return hash('sha256', text)
}
/** The same as bytes, as columns hold it. */

export function digestOf(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer')
}

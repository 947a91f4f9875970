import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { HashQueue, QueuePriority } from './hash-queue.ts'

export type PasswordHash = Readonly<{ salt: Buffer; hash: Buffer }>

/** Argon2id, 19 MiB and two passes: what is generally advised for a server that others use too. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const

const derive = promisify(argon2)

type HashWith = (password: string, salt: Buffer) => Promise<Buffer>

const hashWith: HashWith = (password, salt) =>
  derive('argon2id', { ...COST, message: password.normalize('NFKC'), nonce: salt })

/** Nobody has this password: checking against it costs what checking a real one costs. */
const DUMMY: PasswordHash = { salt: Buffer.alloc(16), hash: Buffer.alloc(32) }

export async function hashPassword(password: string, hash = hashWith): Promise<PasswordHash> {
  const salt = randomBytes(16)
  return { salt, hash: await hash(password, salt) }
}

export type Passwords = ReturnType<typeof makePasswords>

/** Whatever is hashed, to check a password or to keep a new one, stands in the one queue. */
export function makePasswords(queue: HashQueue, hash: HashWith = hashWith) {
  return {
    check: (password: string, known: PasswordHash | undefined, priority: QueuePriority) =>
      queue(priority, async () => {
        const expected = known ?? DUMMY
        const isRight = timingSafeEqual(await hash(password, expected.salt), expected.hash)
        return isRight && known !== undefined
      }),
    make: (password: string, priority: QueuePriority) =>
      queue(priority, () => hashPassword(password, hash)),
  }
}

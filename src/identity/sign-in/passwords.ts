import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export type PasswordHash = Readonly<{ salt: Buffer; hash: Buffer }>

/** Argon2id, 19 MiB and two passes: what is generally advised for a server that others use too. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const
const MOST_AT_ONCE = 2
const MOST_WAITING = 200

const derive = promisify(argon2)

const hashWith = (password: string, salt: Buffer): Promise<Buffer> =>
  derive('argon2id', { ...COST, message: password.normalize('NFKC'), nonce: salt })

/** Nobody has this password: checking against it costs what checking a real one costs. */
const DUMMY: PasswordHash = { salt: Buffer.alloc(16), hash: Buffer.alloc(32) }

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16)
  return { salt, hash: await hashWith(password, salt) }
}

type Waiting = { rank: number; start: () => void }

export type PasswordCheck = (
  password: string,
  known: PasswordHash | undefined,
  rank: number,
) => Promise<boolean | 'busy'>

/**
 * At most two hashes at once, so that guessing cannot take the machine away from everything else.
 * Those of the lowest rank go first, and of these the last to come: who has not failed before waits
 * neither behind who has, nor behind a crowd that came at once.
 */
export function makePasswordCheck(): PasswordCheck {
  const waiting: Waiting[] = []
  let running = 0

  function next(): void {
    if (running >= MOST_AT_ONCE || waiting.length === 0) return
    const first = waiting.reduce((best, one) => (one.rank <= best.rank ? one : best))
    waiting.splice(waiting.indexOf(first), 1)
    running++
    first.start()
  }

  return async (password, known, rank) => {
    if (waiting.length >= MOST_WAITING && rank > 0) return 'busy'
    await new Promise<void>((start) => {
      waiting.push({ rank, start })
      next()
    })
    try {
      const { salt, hash } = known ?? DUMMY
      const isRight = timingSafeEqual(await hashWith(password, salt), hash)
      return isRight && known !== undefined
    } finally {
      running--
      next()
    }
  }
}

import { randomInt } from 'node:crypto'
import type { StepUp } from '../../directory/caller.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { RealClock } from '../../platform/time.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { ConfirmLink } from './rules.ts'

const LABEL = 'confirm link'
/** Letters that nobody mixes up, and no vowels, as in the codes of the device flow. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

type LinkDeps = Readonly<{ seal: Seal; realTime: RealClock; publicUrl: string }>
type Offer = Extract<StepUp, object>['offer']

/** The link holds all that it stands for, encrypted: a refused request stores nothing. */
export function makeConfirmLinks({ seal, realTime, publicUrl }: LinkDeps) {
  const offer: Offer = ({ accountId, sessionId, source }) => {
    const code = `${letters(4)}-${letters(4)}`
    const fields: Fields = [accountId, sessionId, source, code, realTime().getTime()]
    const secret = seal.seal(JSON.stringify(fields), LABEL).toString('base64url')
    return { url: `${publicUrl}/oauth2/confirm/${secret}`, code }
  }
  return {
    offer,
    /** Undefined if it is none of ours. */
    open(secret: string): ConfirmLink | undefined {
      const fields = openFields(seal, secret)
      if (!fields) return undefined
      const [accountId, sessionId, source, code, issuedMs] = fields
      return { accountId, sessionId, source, code, issuedAt: new Date(issuedMs) }
    },
  }
}

export type ConfirmLinks = ReturnType<typeof makeConfirmLinks>

type Fields = [accountId: string, sessionId: string, source: string, code: string, issued: number]

const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

function openFields(seal: Seal, secret: string): Fields | undefined {
  try {
    const fields: Fields = JSON.parse(seal.open(Buffer.from(secret, 'base64url'), LABEL))
    return isUuid(fields[0]) && isUuid(fields[1]) ? fields : undefined
  } catch {
    // Changed, or of a key that is gone: as good as none.
    return undefined
  }
}

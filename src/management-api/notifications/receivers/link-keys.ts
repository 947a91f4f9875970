import { randomBytes } from 'node:crypto'
import type { Seal } from '../../../platform/crypto/seal.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { RealClock } from '../../../platform/time.ts'
import { LINK_KEY_LABEL } from '../sealed-columns.ts'
import { findLinkKey, insertLinkKey } from './store.ts'

const KEY_BYTES = 32

/** The links of mails outlast the secret key, so theirs is not derived from it. */
export async function loadLinkKeys(db: Db, seal: Seal, realTime: RealClock): Promise<Buffer[]> {
  const made = seal.seal(randomBytes(KEY_BYTES).toString('base64'), LINK_KEY_LABEL)
  await insertLinkKey(db, made, realTime())
  const sealed = await findLinkKey(db)
  return [Buffer.from(seal.open(sealed, LINK_KEY_LABEL), 'base64')]
}

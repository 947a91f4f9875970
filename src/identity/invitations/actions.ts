import { createInvitedAccount } from '../../directory/accounts/actions.ts'
import { isSessionEnded, shareAccount } from '../../directory/accounts/store.ts'
import { digestOf, hashSecret } from '../../platform/crypto/digest.ts'
import type { Db } from '../../platform/db/connect.ts'
import { RequestError } from '../../platform/errors.ts'
import { addMs, type ProductClock } from '../../platform/time.ts'
import { sessionIdOf } from '../oauth/rules.ts'
import type { Origin } from '../sign-in/actions.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import { putPassword } from '../sign-in/store.ts'
import type { InvitationLinks } from './links.ts'
import { NOT_MAILED } from './pages.ts'
import { isSignedInBefore, SIGN_IN_MS } from './rules.ts'

export type InvitationDeps = Readonly<{
  db: Db
  links: InvitationLinks
  productTime: ProductClock
  freedNameDays: number
}>

/** `page`: of the portal. `refused`: why, for the person. */
export type Accepted = Readonly<{ page: string }> | Readonly<{ refused: string }> | 'ended'

type NewPerson = Readonly<{ secret: string; name: string; password: string }>

/** All or nothing: an account is there if and only if it has accepted. */
export async function acceptAsNewcomer(
  { db, links, productTime, freedNameDays }: InvitationDeps,
  passwords: Passwords,
  { secret, name, password }: NewPerson,
  { realTime, source, requestId }: Origin,
): Promise<Accepted | 'busy'> {
  const invitation = await links.find(secret)
  if (!invitation) return 'ended'
  if (!invitation.isMailed) return { refused: NOT_MAILED }
  // Who has such a link was let in by somebody, and does not wait behind those who guess passwords.
  const hashed = await passwords.make(password, { rank: 0, group: hashSecret(secret) })
  if (hashed === 'busy') return 'busy'
  const accepting = db.transaction().execute(async (trx) => {
    const held = await links.hold(trx, secret)
    if (!held) return 'ended'
    const { email, page } = held
    const where = { at: productTime(), source, requestId }
    const id = await createInvitedAccount(trx, where, { name, email }, freedNameDays)
    const now = realTime()
    await putPassword(trx, { account_id: id, ...hashed, updated_at: now })
    await held.accept(id, { source, requestId })
    await held.allowSignIn(id, addMs(now, SIGN_IN_MS))
    return { page }
  })
  return accepting.catch(toRefused)
}

/** How somebody is signed in: by a session of this browser, or at this very moment. */
export type SignedIn = Readonly<{
  accountId: string
  session?: Readonly<{ uid: string; sinceS: number }>
}>

/** Whoever has the link may accept with the account they have, whatever its e-mail. */
export async function acceptAsAccount(
  { db, links }: Pick<InvitationDeps, 'db' | 'links'>,
  secret: string,
  { accountId, session }: SignedIn,
  { source, requestId }: Origin,
): Promise<Accepted> {
  const accepting = db.transaction().execute(async (trx) => {
    const held = await links.hold(trx, secret, accountId)
    if (!held) return 'ended'
    const account = await shareAccount(trx, accountId)
    const sessionId = session ? sessionIdOf(digestOf(session.uid)) : null
    const isOver = await isSessionEnded(trx, accountId, sessionId)
    if (!account || account.disabled_at || isOver) return { refused: SIGNED_OUT }
    if (session && isSignedInBefore(session.sinceS, account.tokens_valid_after))
      return { refused: SIGNED_OUT }
    await held.accept(accountId, { source, requestId })
    return { page: held.page }
  })
  return accepting.catch(toRefused)
}

const SIGNED_OUT = 'You were signed out. Open the invitation link again.'

/** What the person can do something about is said on the page. */
function toRefused(error: unknown): Accepted {
  if (error instanceof RequestError && error.kind === 'conflict') return { refused: error.message }
  throw error
}

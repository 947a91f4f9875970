import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { Secret } from 'otpauth'
import { lockAccounts } from '../../../directory/accounts/store.ts'
import { recordAudit } from '../../../directory/audit.ts'
import { mailAccount } from '../../../directory/notices/actions.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import type { RealTime } from '../../../platform/time.ts'
import type { Origin } from '../../sign-in/actions.ts'
import type { FactorContext } from '../context.ts'
import { makeRegistration, type NewPasskey, verifyRegistration } from '../factors/passkeys.ts'
import * as factors from '../factors/store.ts'
import { findStep } from '../factors/totp.ts'
import type { GivingDeps } from '../giving/actions.ts'
import { type FactorEvent, toFactorMail } from '../mail.ts'
import {
  MOST_PASSKEYS,
  mayChangeFactors,
  mayRemoveFactor,
  nameOfPasskey,
  RECOVERY_CODES,
  toTotpCode,
} from '../rules.ts'
import { totpLabel } from '../sealed-columns.ts'
import { findSecondFactorNeed } from '../store.ts'

/** Why second factors stay as they are. */
export type EnrolmentFault =
  | 'ended'
  | 'stale'
  | 'too many'
  | 'taken'
  | 'wrong code'
  | 'last'
  | 'unknown'

/** Recovery codes are in the result and nowhere else; there are none if the account had some already. */
export type Enrolled = Readonly<{ codes: readonly string[] }>

type Refused = Readonly<{ fault: EnrolmentFault }>

type Changing = Readonly<{
  trx: Trx
  at: RealTime
  need: NonNullable<Awaited<ReturnType<typeof findSecondFactorNeed>>>
  record: (event: FactorEvent, audited: Audited) => Promise<void>
}>

type Audited = Readonly<{
  action: 'account.second-factor-add' | 'account.second-factor-remove' | 'account.recovery-codes'
  after: Readonly<Record<string, unknown>>
}>

/** One change after the other: a second sign-in that adds a factor at the same time finds the first. */
function changeFactors<Done>(
  { db, mailer }: GivingDeps,
  context: FactorContext,
  { realTime, source, requestId }: Origin,
  change: (changing: Changing) => Promise<Done | Refused>,
): Promise<Done | Refused> {
  const { id } = context.account
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [id])
    const at = realTime()
    const need = await findSecondFactorNeed(trx, id)
    if (!need || !(await context.confirm(trx))) return { fault: 'ended' }
    if (!mayChangeFactors(need, context, at)) return { fault: 'stale' }
    const actor = { kind: 'account', id, at, source, requestId } as const
    const record: Changing['record'] = async (event, audited) => {
      await recordAudit(trx, actor, { scopeId: id, target: `account ${id}`, ...audited })
      await mailAccount(trx, mailer, id, {
        event: `second factor ${randomUUIDv7()}`,
        message: toFactorMail(event, { at, address: source }, mailer.linkTo('/account')),
      })
    }
    return change({ trx, at, need, record })
  })
}

/** What the browser needs to make a passkey. */
export async function beginRegistration(
  { db, config }: GivingDeps,
  { account, contextHash }: FactorContext,
  { realTime }: Origin,
): Promise<object> {
  const { id, email, display_name: displayName, is_operator: isRequired } = account
  const passkeys = await factors.listPasskeys(db, id)
  const person = { id, email, displayName }
  const options = await makeRegistration(config, person, passkeys, { isRequired })
  const challengeHash = digestOf(options.challenge)
  const challenge = { contextHash, purpose: 'enrol', accountId: id, challengeHash } as const
  await factors.putChallenge(db, challenge, realTime())
  return options
}

/** Throws if the answer of the browser is not what was asked for. */
export async function enrolPasskey(
  deps: GivingDeps,
  context: FactorContext,
  { answer, name: typed }: Readonly<{ answer: string; name: string }>,
  by: Origin,
): Promise<Enrolled | Refused> {
  const { id, is_operator: isRequired } = context.account
  const { contextHash } = context
  const useChallenge = (challenge: string) => {
    const challengeHash = digestOf(challenge)
    const expected = { contextHash, purpose: 'enrol', accountId: id, challengeHash } as const
    return factors.useChallenge(deps.db, expected, by.realTime())
  }
  const passkey = await verifyRegistration(deps.config, answer, useChallenge, { isRequired })
  return changeFactors(deps, context, by, async (changing) => {
    const { trx, at, record } = changing
    if ((await factors.listPasskeys(trx, id)).length >= MOST_PASSKEYS) return { fault: 'too many' }
    const name = nameOfPasskey(typed, at)
    const row = { account_id: id, name, created_at: at, ...toColumns(passkey) }
    if (!(await factors.insertPasskey(trx, row))) return { fault: 'taken' }
    await record(
      { kind: 'passkey added', name },
      { action: 'account.second-factor-add', after: { kind: 'passkey', name } },
    )
    return { codes: await makeFirstCodes(changing, id) }
  })
}

const toColumns = ({ credentialId, publicKey, counter, transports }: NewPasskey) => ({
  credential_id: credentialId,
  public_key: publicKey,
  counter: String(counter),
  transports: [...transports],
})

/** Replaces the authenticator app that was there. */
export async function enrolTotp(
  deps: GivingDeps,
  context: FactorContext,
  { secret, code }: Readonly<{ secret: string; code: string }>,
  by: Origin,
): Promise<Enrolled | Refused> {
  const { id } = context.account
  return changeFactors(deps, context, by, async (changing) => {
    const { trx, at, record } = changing
    const step = findStep(secret, toTotpCode(code), at)
    if (step === undefined) return { fault: 'wrong code' }
    await factors.putTotp(trx, {
      account_id: id,
      sealed_secret: deps.seal.seal(secret, totpLabel(id)),
      confirmed_at: at,
      last_used_step: String(step),
    })
    const after = { kind: 'totp' }
    await record({ kind: 'app added' }, { action: 'account.second-factor-add', after })
    return { codes: await makeFirstCodes(changing, id) }
  })
}

async function makeFirstCodes({ trx, at }: Changing, id: string): Promise<readonly string[]> {
  return (await factors.countRecoveryCodes(trx, id)) > 0 ? [] : makeCodes(trx, id, at)
}

const CODE_BYTES = 10

async function makeCodes(trx: Trx, id: string, at: RealTime): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer }).base32.toLowerCase(),
  )
  await factors.deleteRecoveryCodes(trx, id)
  await factors.insertRecoveryCodes(trx, id, codes.map(digestOf), at)
  return codes
}

/** The old ones end. */
export function renewRecoveryCodes(
  deps: GivingDeps,
  context: FactorContext,
  by: Origin,
): Promise<Enrolled | Refused> {
  const { id } = context.account
  return changeFactors(deps, context, by, async ({ trx, at, need, record }) => {
    if (!need.hasSecondFactor) return { fault: 'unknown' }
    const codes = await makeCodes(trx, id, at)
    const after = { codes: codes.length }
    await record({ kind: 'codes renewed' }, { action: 'account.recovery-codes', after })
    return { codes }
  })
}

/** A passkey, or the authenticator app. */
export type RemovedFactor = Readonly<{ credentialId: Buffer }> | 'totp'

export function removeFactor(
  deps: GivingDeps,
  context: FactorContext,
  which: RemovedFactor,
  by: Origin,
): Promise<'removed' | Refused> {
  const { id } = context.account
  return changeFactors(deps, context, by, async ({ trx, need, record }) => {
    const passkeys = (await factors.listPasskeys(trx, id)).length
    const hasTotp = (await factors.findTotp(trx, id)) !== undefined
    const own = { passkeys, hasTotp }
    if (!mayRemoveFactor(need, deps.config.operatorSecondFactor, own)) return { fault: 'last' }
    const removed =
      which === 'totp' ? await removeTotp(trx, id) : await removePasskey(trx, id, which)
    if (!removed) return { fault: 'unknown' }
    // They stand in for a factor that is gone.
    if (passkeys + Number(hasTotp) === 1) await factors.deleteRecoveryCodes(trx, id)
    const { event, after } = removed
    await record(event, { action: 'account.second-factor-remove', after })
    return 'removed'
  })
}

type Removed = Readonly<{ event: FactorEvent; after: Audited['after'] }>

async function removeTotp(trx: Trx, id: string): Promise<Removed | undefined> {
  if (!(await factors.deleteTotp(trx, id))) return undefined
  return { event: { kind: 'app removed' }, after: { kind: 'totp' } }
}

async function removePasskey(
  trx: Trx,
  id: string,
  { credentialId }: Readonly<{ credentialId: Buffer }>,
): Promise<Removed | undefined> {
  const name = await factors.deletePasskey(trx, id, credentialId)
  if (name === undefined) return undefined
  return { event: { kind: 'passkey removed', name }, after: { kind: 'passkey', name } }
}

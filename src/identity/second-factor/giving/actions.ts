import { randomUUIDv7 } from 'node:crypto'
import { lockAccounts } from '../../../directory/accounts/store.ts'
import { mailAccount } from '../../../directory/notices/actions.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Seal } from '../../../platform/crypto/seal.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { IdentityConfig } from '../../settings.ts'
import type { Origin } from '../../sign-in/actions.ts'
import type { FactorContext } from '../context.ts'
import { makeAssertion, verifyAssertion } from '../factors/passkeys.ts'
import * as factors from '../factors/store.ts'
import { findStep } from '../factors/totp.ts'
import { toFactorMail } from '../mail.ts'
import { toRecoveryCode, toTotpCode, waitSecondsOf } from '../rules.ts'
import { totpLabel } from '../sealed-columns.ts'

export type GivingDeps = Readonly<{
  db: Db
  seal: Seal
  mailer: Mailer
  config: IdentityConfig
}>

/** `unverified`: a passkey of the account, which did not ask for what an operator's must ask for. */
export type Giving = 'right' | 'wrong' | 'unverified' | Readonly<{ waitSeconds: number }>

/** A code is accepted once. Attempts at one account come one after the other: its row is locked. */
export function giveTotp(
  { db, seal }: GivingDeps,
  { account: { id }, browser }: FactorContext,
  typed: string,
  { realTime }: Origin,
): Promise<Giving> {
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [id], 'change')
    const at = realTime()
    const failed = await factors.findFailures(trx, id, browser, at)
    const waitSeconds = failed ? waitSecondsOf(failed, at) : 0
    if (waitSeconds > 0) return { waitSeconds }
    const totp = await factors.findTotp(trx, id)
    const secret = totp && seal.open(totp.sealed_secret, totpLabel(id))
    const step = secret && findStep(secret, toTotpCode(typed), at)
    if (step && (await factors.useTotpStep(trx, id, step))) {
      await factors.deleteFailures(trx, id, browser)
      return 'right'
    }
    await factors.addFailure(trx, id, browser, at)
    return 'wrong'
  })
}

/** Nobody guesses 80 random bits, so a code does not wait for the wrong ones of others. */
export function giveRecoveryCode(
  { db, mailer }: GivingDeps,
  { account: { id } }: FactorContext,
  typed: string,
  { realTime, source: address }: Origin,
): Promise<Giving> {
  return db.transaction().execute(async (trx) => {
    const at = realTime()
    const hash = digestOf(toRecoveryCode(typed))
    if (!(await factors.useRecoveryCode(trx, id, hash, at))) return 'wrong'
    const left = await factors.countRecoveryCodes(trx, id)
    const event = { kind: 'code used', left } as const
    await mailAccount(trx, mailer, id, {
      event: `recovery code ${randomUUIDv7()}`,
      message: toFactorMail(event, { at, address }, mailer.linkTo('/account')),
    })
    return 'right'
  })
}

/** What the browser needs; undefined if the account has no passkey. */
export async function beginPasskey(
  { db, config }: GivingDeps,
  { account: { id, is_operator: isRequired }, contextHash }: FactorContext,
  { realTime }: Origin,
): Promise<object | undefined> {
  const passkeys = await factors.listPasskeys(db, id)
  if (passkeys.length === 0) return undefined
  const options = await makeAssertion(config, passkeys, { isRequired })
  const challengeHash = digestOf(options.challenge)
  const challenge = { contextHash, purpose: 'give', accountId: id, challengeHash } as const
  await factors.putChallenge(db, challenge, realTime())
  return options
}

/** Throws if the answer of the browser proves nothing. */
export async function givePasskey(
  { db, config }: GivingDeps,
  { account: { id, is_operator: isRequired }, contextHash }: FactorContext,
  answer: string,
  { realTime }: Origin,
): Promise<void> {
  const passkeys = await factors.listPasskeys(db, id)
  const useChallenge = (challenge: string) => {
    const challengeHash = digestOf(challenge)
    const expected = { contextHash, purpose: 'give', accountId: id, challengeHash } as const
    return factors.useChallenge(db, expected, realTime())
  }
  const used = await verifyAssertion(config, answer, passkeys, useChallenge, { isRequired })
  await factors.setPasskeyUsed(db, used.credentialId, used.counter, realTime())
}

import type { RealClock } from '../../platform/time.ts'
import { fieldOf } from '../oauth/rules.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import type { Origin } from '../sign-in/actions.ts'
import type { FactorContext } from './context.ts'
import {
  beginRegistration,
  type Enrolled,
  type EnrolmentFault,
  enrolPasskey,
  enrolTotp,
} from './enrolment/actions.ts'
import { UserNotVerified } from './factors/passkeys.ts'
import { findTotp } from './factors/store.ts'
import { drawTotp, makeTotpSecret } from './factors/totp.ts'
import {
  beginPasskey,
  type Giving,
  type GivingDeps,
  givePasskey,
  giveRecoveryCode,
  giveTotp,
} from './giving/actions.ts'
import type { TotpView } from './pages.ts'
import { canHavePasskeys, type SecondFactorMethod } from './rules.ts'

export type FormDeps = GivingDeps & Readonly<{ refused: RefusedAttempts }>

/** The last part of the address of a form, and the factor that it gives. */
export const GIVING_FORMS = {
  passkey: 'passkey',
  code: 'totp',
  'recovery-code': 'recovery-code',
} as const satisfies Record<string, SecondFactorMethod>
export type GivingForm = keyof typeof GIVING_FORMS

/** What can be set up, as the address of its form ends. */
export const NEW_FACTORS = ['passkey', 'totp'] as const
export type NewFactor = (typeof NEW_FACTORS)[number]

/** A form that was sent, and from where. */
type Form = Readonly<{
  body: URLSearchParams
  ip: string
  id: string
  log: Readonly<{ warn: (fields: object, message: string) => void }>
}>

export const originOf = (
  { realTime }: Readonly<{ realTime: RealClock }>,
  { ip: source, id: requestId }: Pick<Form, 'ip' | 'id'>,
): Origin => ({ realTime, source, requestId })

/** Wrong answers are counted in the audit trail. */
export async function takeFactor(
  deps: FormDeps,
  context: FactorContext,
  form: GivingForm,
  request: Form,
  by: Origin,
): Promise<Giving> {
  const outcome = await tryFactor(deps, context, form, request, by)
  if (outcome === 'right') return outcome
  deps.refused.note({
    action: 'account.second-factor-failed',
    accountId: context.account.id,
    address: request.ip,
    client: context.client,
    reason: GIVING_FORMS[form],
  })
  return outcome
}

async function tryFactor(
  deps: FormDeps,
  context: FactorContext,
  form: GivingForm,
  { body, log, id: requestId }: Form,
  by: Origin,
): Promise<Giving> {
  if (form === 'code') return giveTotp(deps, context, fieldOf(body, 'code'), by)
  if (form === 'recovery-code') return giveRecoveryCode(deps, context, fieldOf(body, 'code'), by)
  try {
    await givePasskey(deps, context, fieldOf(body, 'answer'), by)
    return 'right'
  } catch (err) {
    if (isOurs(err)) throw err
    log.warn({ requestId, err }, 'a passkey was refused')
    return err instanceof UserNotVerified ? 'unverified' : 'wrong'
  }
}

/** Errors of the database have a code; those of the library say what is wrong with an answer. */
const isOurs = (err: unknown) => (err as { code?: unknown }).code !== undefined

const WRONG: Readonly<Record<GivingForm, string>> = {
  passkey:
    'The passkey was not accepted: it belongs to another account, or the page was open for more than 5 minutes. Try again.',
  code: 'The code is not correct, or it was already used. Wait for the next code of your authenticator app. If the codes are never accepted, check the clock of your device.',
  'recovery-code': 'The recovery code is not correct, or it was already used. Use another one.',
}

/** Enrolling a better one here would let a stolen key in: it can be used without its PIN. */
const UNVERIFIED =
  'The passkey was not accepted. An operator must use a passkey that asks for a PIN, a fingerprint or a face. Sign in with another second factor or a recovery code. Then open Manage second factors in your account settings, and add an authenticator app, or a passkey that asks for a PIN, a fingerprint or a face.'

/** What a page says, and with which status. */
export type Problem = Readonly<{ sentence: string; status: number }>

export function explainGiving(form: GivingForm, outcome: Exclude<Giving, 'right'>): Problem {
  if (outcome === 'wrong') return { sentence: WRONG[form], status: 401 }
  if (outcome === 'unverified') return { sentence: UNVERIFIED, status: 401 }
  const { waitSeconds } = outcome
  const wait = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`
  const sentence = `Too many wrong codes. Wait ${wait} and try again, or use a passkey or a recovery code.`
  return { sentence, status: 429 }
}

/** What the page for giving a factor needs. */
export async function describeGiving(deps: FormDeps, context: FactorContext, by: Origin) {
  const passkey = await beginPasskey(deps, context, by)
  const hasTotp = (await findTotp(deps.db, context.account.id)) !== undefined
  return { passkey, hasTotp }
}

const sealedLabel = ({ contextHash, account }: FactorContext) =>
  `new totp secret ${account.id} ${contextHash.toString('hex')}`

/** What the forms for new factors need. A secret is in the page alone until a code has confirmed it. */
export async function describeEnrolment(
  deps: FormDeps,
  context: FactorContext,
  by: Origin,
): Promise<Readonly<{ passkey: object | undefined; totp: TotpView }>> {
  const { config, seal } = deps
  const secret = makeTotpSecret()
  const sealed = seal.seal(secret, sealedLabel(context)).toString('base64url')
  const svg = drawTotp(secret, context.account.email, new URL(config.publicUrl).host)
  const passkey = canHavePasskeys(config.webauthnRpId)
    ? await beginRegistration(deps, context, by)
    : undefined
  return { passkey, totp: { svg, secret, sealed } }
}

export async function takeNewFactor(
  deps: FormDeps,
  context: FactorContext,
  kind: NewFactor,
  { body, log, id: requestId }: Form,
  by: Origin,
): Promise<Enrolled | Readonly<{ fault: EnrolmentFault | 'refused' }>> {
  try {
    if (kind === 'passkey') {
      const sent = { answer: fieldOf(body, 'answer'), name: fieldOf(body, 'name') }
      return await enrolPasskey(deps, context, sent, by)
    }
    const sealed = Buffer.from(fieldOf(body, 'secret'), 'base64url')
    const secret = deps.seal.openIfReadable(sealed, sealedLabel(context))
    if (secret === undefined) return { fault: 'refused' }
    return await enrolTotp(deps, context, { secret, code: fieldOf(body, 'code') }, by)
  } catch (err) {
    if (isOurs(err)) throw err
    log.warn({ requestId, err }, 'a new second factor was refused')
    return { fault: 'refused' }
  }
}

const FAULTS: Readonly<Record<EnrolmentFault | 'refused', string>> = {
  ended: 'You were signed out in the meantime. Sign in again.',
  stale: 'You confirmed with your second factor more than 15 minutes ago. Confirm again.',
  'too many': 'The account already has 20 passkeys. Remove one first.',
  taken: 'This passkey is already registered. Use another device or security key.',
  'wrong code':
    'The code is not correct, so the app was not set up. Add the new secret below to your authenticator app, and enter the code that it then shows.',
  last: 'This is the only second factor of the account, and the account needs one. Add another one first.',
  unknown: 'This second factor was already removed.',
  refused:
    'The second factor was not accepted: the page was open for too long, or it was opened in another browser. Try again.',
}

export const explainEnrolment = (fault: EnrolmentFault | 'refused'): Problem => ({
  sentence: FAULTS[fault],
  status: 400,
})

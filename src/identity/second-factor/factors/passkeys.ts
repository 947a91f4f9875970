import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parseJson } from '../../../platform/json.ts'
import type { IdentityConfig } from '../../settings.ts'
import { CHALLENGE_LIFETIME_MS } from '../rules.ts'
import type { PasskeyRow } from './store.ts'

/** Whether the device must have checked a PIN or a fingerprint: of operators. */
type Verification = Readonly<{ isRequired: boolean }>

/** Loaded with the first passkey: it consists of some 250 files. */
const loadLibrary = () => import('@simplewebauthn/server')

type Config = Pick<IdentityConfig, 'publicUrl' | 'webauthnRpId'>
type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>

const toDescriptor = ({ credential_id, transports }: Known) => ({
  id: credential_id.toString('base64url'),
  transports: transports,
})

const demandOf = ({ isRequired }: Verification) => (isRequired ? 'required' : 'preferred')

/** EdDSA, ES256 and RS256: what devices have. To find out what else Node knows, the library would log a warning. */
const ALGORITHMS = [-8, -7, -257]

/** What a browser needs to make a passkey. */
export const makeRegistration = async (
  { webauthnRpId }: Config,
  account: Readonly<{ id: string; email: string; displayName: string }>,
  passkeys: readonly Known[],
  verification: Verification,
) =>
  (await loadLibrary()).generateRegistrationOptions({
    rpName: 'Binnacle',
    rpID: webauthnRpId,
    userID: Buffer.from(account.id),
    userName: account.email,
    userDisplayName: account.displayName,
    timeout: CHALLENGE_LIFETIME_MS,
    excludeCredentials: passkeys.map(toDescriptor),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: demandOf(verification),
    },
  })

/** What a browser needs to sign with one of them. */
export const makeAssertion = async (
  { webauthnRpId }: Config,
  passkeys: readonly Known[],
  verification: Verification,
) =>
  (await loadLibrary()).generateAuthenticationOptions({
    rpID: webauthnRpId,
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: demandOf(verification),
  })

/** Takes a challenge for one that was given here, once. */
export type UseChallenge = (challenge: string) => Promise<boolean>

const expectedOf = ({ publicUrl, webauthnRpId }: Config, useChallenge: UseChallenge) => ({
  expectedChallenge: useChallenge,
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: webauthnRpId,
})

export type NewPasskey = Readonly<{
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
}>

/** Throws if the answer of the browser is not what was asked for. */
export async function verifyRegistration(
  config: Config,
  answer: string,
  useChallenge: UseChallenge,
  { isRequired }: Verification,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: parseAnswer<RegistrationResponseJSON>(answer),
    ...expectedOf(config, useChallenge),
    requireUserVerification: isRequired,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('the registration is not verified')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports.filter((each) => typeof each === 'string').slice(0, MOST_TRANSPORTS),
  }
}

const MOST_TRANSPORTS = 10

/** The passkey is the right one, and the device has checked neither a PIN nor a fingerprint. */
export class UserNotVerified extends Error {}

/** Throws if the answer is not signed by one of these passkeys, for this site and this challenge. */
export async function verifyAssertion(
  config: Config,
  answer: string,
  passkeys: readonly PasskeyRow[],
  useChallenge: UseChallenge,
  { isRequired }: Verification,
): Promise<Readonly<{ credentialId: Buffer; counter: number }>> {
  const response = parseAnswer<AuthenticationResponseJSON>(answer)
  const passkey = passkeys.find(
    ({ credential_id }) => credential_id.toString('base64url') === response.id,
  )
  if (!passkey) throw new Error('the account has no such passkey')
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...expectedOf(config, useChallenge),
    requireUserVerification: false,
    // The library refuses a counter that does not grow; those of synchronised passkeys need not.
    credential: {
      ...toDescriptor(passkey),
      publicKey: new Uint8Array(passkey.public_key),
      counter: 0,
    },
  })
  if (!verified) throw new Error('the signature is not valid')
  // The library would say so before it has checked the signature.
  if (isRequired && !authenticationInfo.userVerified)
    throw new UserNotVerified('the device did not verify its user')
  return { credentialId: passkey.credential_id, counter: authenticationInfo.newCounter }
}

function parseAnswer<Answer extends object>(answer: string): Answer {
  const parsed = parseJson(answer)
  if (typeof parsed !== 'object' || parsed === null) throw new Error('the answer is not JSON')
  return parsed as Answer
}

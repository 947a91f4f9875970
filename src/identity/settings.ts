import { Type } from 'typebox'
import type { ServerSettings } from '../platform/settings/server.ts'
import { defineSettings } from '../platform/settings/settings.ts'
import type { PageSettings } from '../platform/static/settings.ts'
import { OPERATOR_SECOND_FACTOR, type OperatorSecondFactor } from './second-factor/rules.ts'
import { hasSignIn, parseTrustedIssuers, type TrustedIssuer } from './trusted-issuers.ts'

export type IdentitySettings = Readonly<{
  bundledSignIn: boolean
  trustedIssuers: readonly TrustedIssuer[]
  issuerSessionMs: number
  operatorSecondFactor: OperatorSecondFactor
  webauthnRpId: string
}>

/** Where callers reach the parts of the installation; tokens are issued for them. */
export type Addresses = Readonly<{
  baseUrl: string
  managementUrl: string
  portalUrl: string
  authUrl: string
}>

/** What requests need of the settings. */
export type IdentityConfig = Addresses &
  IdentitySettings &
  PageSettings &
  Pick<ServerSettings, 'publicUrl' | 'trustProxy' | 'anonymousLimit' | 'rateLimits'>

export const addressesOf = ({
  publicUrl,
  baseUrl,
  managementUrl,
  portalUrl,
  authUrl,
}: Addresses & Pick<ServerSettings, 'publicUrl'>) => ({
  publicUrl,
  baseUrl,
  managementUrl,
  portalUrl,
  authUrl,
})

export const identityConfigOf = (config: IdentityConfig): IdentityConfig => ({
  ...addressesOf(config),
  bundledSignIn: config.bundledSignIn,
  trustedIssuers: config.trustedIssuers,
  issuerSessionMs: config.issuerSessionMs,
  operatorSecondFactor: config.operatorSecondFactor,
  webauthnRpId: config.webauthnRpId,
  explorer: config.explorer,
  trustProxy: config.trustProxy,
  anonymousLimit: config.anonymousLimit,
  rateLimits: config.rateLimits,
})

/** Whether people sign in here: with a password, or on the way to an issuer. */
export const hasProvider = ({ bundledSignIn, trustedIssuers }: IdentitySettings): boolean =>
  bundledSignIn || trustedIssuers.some(hasSignIn)

export const identitySettings = defineSettings({
  environment: {
    BUNDLED_SIGN_IN: Type.Boolean({
      default: true,
      description:
        'Sign-in: if true and `SECRET_KEY_FILE` is set, people can sign in with a Binnacle password. If false, there are no passwords, and people can sign in only through the issuers in `TRUSTED_ISSUERS`.',
    }),
    TRUSTED_ISSUERS: Type.Optional(
      Type.String({
        description:
          'Sign-in: a JSON list of OpenID Connect issuers at which people can sign in, or whose access tokens are accepted. See the guide on trusted issuers. Default: none.',
      }),
    ),
    ISSUER_SESSION_HOURS: Type.Integer({
      default: 12,
      minimum: 1,
      maximum: 24,
      description:
        'Sign-in: the number of hours after which a person who signed in at a trusted issuer must do so again, in the portal and on the command line.',
    }),
    OPERATOR_SECOND_FACTOR: Type.Enum([...OPERATOR_SECOND_FACTOR], {
      default: 'required',
      description:
        'Sign-in: if `required`, operators need a second factor, and an operator who has none sets one up at the next sign-in. If `optional`, operators need one only if an organization requires it.',
    }),
    WEBAUTHN_RP_ID: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$',
        description:
          'Sign-in: the domain of passkeys (the WebAuthn RP ID). It must be the host of `PUBLIC_URL` or a parent domain. If it changes, existing passkeys no longer work. Default: the host of `PUBLIC_URL`.',
      }),
    ),
  },
  findProblems({ TRUSTED_ISSUERS, WEBAUTHN_RP_ID: rpId }, publicUrl) {
    const trusted = issuersOf(TRUSTED_ISSUERS, publicUrl)
    const hostname = hostOf(publicUrl)
    const isOwn = rpId === undefined || hostname === rpId || hostname.endsWith(`.${rpId}`)
    return [
      ...('problems' in trusted
        ? trusted.problems.map((problem) => `TRUSTED_ISSUERS: ${problem}`)
        : []),
      ...(isOwn
        ? []
        : [
            `WEBAUTHN_RP_ID: must be ${hostname}, which is the host of PUBLIC_URL, or a parent domain of it.`,
          ]),
    ]
  },
  read(values, publicUrl): IdentitySettings {
    const trusted = issuersOf(values.TRUSTED_ISSUERS, publicUrl)
    return {
      bundledSignIn: values.BUNDLED_SIGN_IN,
      trustedIssuers: 'issuers' in trusted ? trusted.issuers : [],
      issuerSessionMs: values.ISSUER_SESSION_HOURS * 3_600_000,
      operatorSecondFactor: values.OPERATOR_SECOND_FACTOR,
      webauthnRpId: values.WEBAUTHN_RP_ID ?? hostOf(publicUrl),
    }
  },
})

const issuersOf = (setting: string | undefined, publicUrl: string) =>
  parseTrustedIssuers(setting ?? '[]', `${publicUrl}/oauth2`)

/** What is wrong with the address itself is said of `PUBLIC_URL`. */
const hostOf = (publicUrl: string) => (URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '')

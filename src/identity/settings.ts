import { Type } from 'typebox'
import type { ServerSettings } from '../platform/settings/server.ts'
import { defineSettings, keptDays } from '../platform/settings/settings.ts'
import type { PageSettings } from '../platform/static/settings.ts'
import { hasSignIn, parseTrustedIssuers, type TrustedIssuer } from './trusted-issuers.ts'

export type IdentitySettings = Readonly<{
  bundledSignIn: boolean
  trustedIssuers: readonly TrustedIssuer[]
  implicitFlow: boolean
  issuerSessionMs: number
  expiredLinkDays: number
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
  Pick<IdentitySettings, 'bundledSignIn' | 'trustedIssuers' | 'implicitFlow' | 'issuerSessionMs'> &
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
  implicitFlow: config.implicitFlow,
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
          'Sign-in: a JSON list of OpenID Connect issuers that people sign in at, or whose access tokens are accepted. See the guide on trusted issuers. Default: none.',
      }),
    ),
    IMPLICIT_FLOW: Type.Boolean({
      default: true,
      description:
        'Sign-in: if true, clients that are registered for the implicit flow (`response_type=token`) can use it.',
    }),
    ISSUER_SESSION_HOURS: Type.Integer({
      default: 12,
      minimum: 1,
      maximum: 24,
      description:
        'Sign-in: the number of hours after which somebody who signed in at a trusted issuer must do so again, in the portal and on the command line.',
    }),
    EXPIRED_LINK_DAYS: keptDays(
      30,
      0,
      'Sign-in: the number of days after which an expired link to set a password or to sign in is deleted, whether it was used or not.',
    ),
  },
  findProblems({ TRUSTED_ISSUERS }, publicUrl) {
    const trusted = issuersOf(TRUSTED_ISSUERS, publicUrl)
    return 'problems' in trusted
      ? trusted.problems.map((problem) => `TRUSTED_ISSUERS: ${problem}`)
      : []
  },
  read(values, publicUrl): IdentitySettings {
    const trusted = issuersOf(values.TRUSTED_ISSUERS, publicUrl)
    return {
      bundledSignIn: values.BUNDLED_SIGN_IN,
      trustedIssuers: 'issuers' in trusted ? trusted.issuers : [],
      implicitFlow: values.IMPLICIT_FLOW,
      issuerSessionMs: values.ISSUER_SESSION_HOURS * 3_600_000,
      expiredLinkDays: values.EXPIRED_LINK_DAYS,
    }
  },
})

const issuersOf = (setting: string | undefined, publicUrl: string) =>
  parseTrustedIssuers(setting ?? '[]', `${publicUrl}/oauth2`)

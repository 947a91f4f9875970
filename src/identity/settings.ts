import { Type } from 'typebox'
import type { ServerSettings } from '../platform/settings/server.ts'
import { defineSettings, keptDays } from '../platform/settings/settings.ts'
import type { PageSettings } from '../platform/static/settings.ts'
import { parseTrustedIssuers, type TrustedIssuer } from './trusted-issuers.ts'

export type IdentitySettings = Readonly<{
  bundledSignIn: boolean
  trustedIssuers: readonly TrustedIssuer[]
  implicitFlow: boolean
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
  Pick<IdentitySettings, 'trustedIssuers' | 'implicitFlow'> &
  PageSettings &
  Pick<ServerSettings, 'publicUrl' | 'trustProxy' | 'anonymousLimit' | 'rateLimits'>

export const identitySettings = defineSettings({
  environment: {
    BUNDLED_SIGN_IN: Type.Boolean({
      default: true,
      description:
        'Sign-in: if true and `SECRET_KEY_FILE` is set, people can sign in with a Binnacle password. If false, people can sign in only through the issuers in `TRUSTED_ISSUERS`.',
    }),
    TRUSTED_ISSUERS: Type.Optional(
      Type.String({
        description:
          'Sign-in: a JSON list of OpenID Connect issuers whose access tokens are accepted. See the guide on trusted issuers. Default: none.',
      }),
    ),
    IMPLICIT_FLOW: Type.Boolean({
      default: true,
      description:
        'Sign-in: if true, clients that are registered for the implicit flow (`response_type=token`) can use it.',
    }),
    EXPIRED_LINK_DAYS: keptDays(
      30,
      0,
      'Sign-in: the number of days after which an expired link to set a password is deleted, whether it was used or not.',
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
      expiredLinkDays: values.EXPIRED_LINK_DAYS,
    }
  },
})

const issuersOf = (setting: string | undefined, publicUrl: string) =>
  parseTrustedIssuers(setting ?? '[]', `${publicUrl}/oauth2`)

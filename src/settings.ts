import { Type } from 'typebox'
import { appManagementSettings } from './areas/app-management/settings.ts'
import { quotaSettings } from './areas/quota/settings.ts'
import { serviceHealthSettings } from './areas/service-health/settings.ts'
import { type Addresses, identitySettings } from './identity/settings.ts'
import { type Limits, limitsOf } from './limits.ts'
import { managementApiSettings } from './management-api/settings.ts'
import { mailSettings } from './platform/mail/settings.ts'
import { outgoingSettings } from './platform/settings/outgoing.ts'
import { publicUrlOf, serverSettings } from './platform/settings/server.ts'
import {
  address,
  defineSettings,
  type Env,
  joinEnvironment,
  pairs,
  readSettings,
} from './platform/settings/settings.ts'
import { pageSettings } from './platform/static/settings.ts'
import { traceSettings } from './platform/traces/settings.ts'

const origin = (description: string) =>
  Type.Optional(address('origin', '^https?://[^?#]+$', description))
const url = (description: string) =>
  Type.Optional(address('url', '^https?://[^?#]+[^/?#]$', description))

const addresses = defineSettings({
  environment: {
    BASE_URL: origin('The origin of area A, without a path. Default: `PUBLIC_URL`.'),
    MANAGEMENT_URL: origin('The origin of areas B and C, without a path. Default: `PUBLIC_URL`.'),
    PORTAL_URL: url('The URL of the web portal. Default: `PUBLIC_URL`.'),
    AUTH_URL: url('The URL of the authorization endpoint. Default: `PUBLIC_URL/oauth2/auth`.'),
  },
  findProblems: ({ BASE_URL, MANAGEMENT_URL }, publicUrl) =>
    `${BASE_URL ?? publicUrl}/v0.1` === (MANAGEMENT_URL ?? publicUrl)
      ? [
          'BASE_URL/v0.1 and MANAGEMENT_URL: must differ, because each is the audience of its own access tokens.',
        ]
      : [],
  read: (values, publicUrl): Addresses => ({
    baseUrl: values.BASE_URL ?? publicUrl,
    managementUrl: values.MANAGEMENT_URL ?? publicUrl,
    portalUrl: values.PORTAL_URL ?? publicUrl,
    authUrl: values.AUTH_URL ?? `${publicUrl}/oauth2/auth`,
  }),
})

const keptDays = (fallback: number, minimum: number) =>
  Type.Integer({ default: fallback, minimum, maximum: 36_500 })

const retention = defineSettings({
  environment: {
    RETENTION_DAYS: pairs(
      {
        revokedTokens: keptDays(90, 1),
        expiredInvitations: keptDays(30, 0),
        expiredLinks: keptDays(30, 0),
        quotaRequests: keptDays(366, 366),
      },
      'The number of days after which rows that are no longer needed are deleted, as `name=value,name=value`. `revokedTokens`: API tokens, after they were revoked; until then, the error message is that the token was revoked, and afterwards, that it is unknown. `expiredInvitations`: invitations, after they expire. `expiredLinks`: links to set a password or to sign in, after they expire, whether they were used or not. `quotaRequests`: quota requests, after they have ended; lists contain those of the last year. A name that is left out keeps its default.',
    ),
  },
  read: ({ RETENTION_DAYS }) => ({ retentionDays: RETENTION_DAYS }),
})

/** Every part declares its own settings; `docs/guides/settings.md` lists them in this order. */
const PARTS = [
  serverSettings,
  outgoingSettings,
  mailSettings,
  traceSettings,
  addresses,
  pageSettings,
  identitySettings,
  appManagementSettings,
  managementApiSettings,
  serviceHealthSettings,
  quotaSettings,
  retention,
] as const

export type Config = ReturnType<typeof readConfig>

/** Takes the environment as an argument: only processes hand in `process.env`. */
export const readConfig = (env: Env, limits: Limits = limitsOf(env)) =>
  Object.freeze({ ...readSettings(PARTS, publicUrlOf, env), ...limits })

/** Every variable, for the guide. */
export const Environment = joinEnvironment(PARTS)

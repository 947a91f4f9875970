import { Type } from 'typebox'
import { defineSettings, keptDays } from '../../platform/settings/settings.ts'
import { type Lifecycle, parseLifecycle } from './lifecycle/setting.ts'
import type { TokenLife } from './tokens/life/rules.ts'

export type AppManagementSettings = Readonly<{
  compatibleClients: boolean
  orgTokens: boolean
  tokenLife: TokenLife
  idleTokenDays: number | null
  keep: Readonly<{ revokedTokenDays: number; expiredInvitationDays: number }>
  lifecycle: Lifecycle
}>

export const appManagementSettings = defineSettings({
  environment: {
    COMPATIBLE_CLIENTS: Type.Boolean({
      default: false,
      description:
        'Area A: if true, the server accepts requests from published clients that omit required values. A POST, PUT or PATCH request with `Content-Length: 0` is treated as if its body were `{}`. A new API token without `scope` gets Full access, and a new API token without `description` gets the name of the client. If false, these requests are rejected with 411 (no body) or 400 (no `scope` or `description`).',
    }),
    ORG_TOKENS: Type.Boolean({
      default: true,
      description:
        'Area A: if true, organizations can have API tokens, which the published API does not have. If false, existing organization tokens are rejected.',
    }),
    LONGEST_TOKEN_DAYS: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description:
          'Area A: the maximum number of days for which a new API token can be valid. A later expiry is rejected with 400. Organizations can set a lower limit for their tokens and those of their apps. Existing tokens are not affected; lists mark those that exceed the limit. Default: no limit.',
      }),
    ),
    DEFAULT_TOKEN_DAYS: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description:
          'Area A: the number of days for which a new API token is valid if no expiry was requested. Default: `LONGEST_TOKEN_DAYS`. If that is not set either, such a token never expires.',
      }),
    ),
    IDLE_TOKEN_DAYS: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description:
          'Area A: the number of days after which an API token that was not used is revoked. For a token that was never used, the days are counted from its creation. One day is always added. Default: unused tokens are not revoked.',
      }),
    ),
    REVOKED_TOKEN_DAYS: keptDays(
      90,
      1,
      'Area A: the number of days after which a revoked API token is deleted. Until then, the error message is that the token was revoked; afterwards, that it is unknown.',
    ),
    EXPIRED_INVITATION_DAYS: keptDays(
      30,
      0,
      'Area A: the number of days after which an expired invitation is deleted.',
    ),
    LIFECYCLE: Type.Optional(
      Type.String({
        description:
          'Area A: the dates on which features end, as JSON, for example `{"account":{"date":"2025-03-31","enforce":true}}`. Features: `account`, `analytics`, `diagnostics`. A date without a time means the end of that day in UTC. Responses have the headers `Deprecation` and `Sunset`. With `enforce`, requests get 410 after the date. Default: no feature ends.',
      }),
    ),
  },
  findProblems: ({ LIFECYCLE, LONGEST_TOKEN_DAYS: longest, DEFAULT_TOKEN_DAYS: usual }) => [
    ...(parseLifecycle(LIFECYCLE ?? '{}')
      ? []
      : [
          'LIFECYCLE: must be JSON such as {"analytics":{"date":"2026-06-30","enforce":false}}. The features are account, analytics and diagnostics.',
        ]),
    ...(longest !== undefined && usual !== undefined && usual > longest
      ? [`DEFAULT_TOKEN_DAYS: must not exceed LONGEST_TOKEN_DAYS, which is ${longest}.`]
      : []),
  ],
  read: (values): AppManagementSettings => ({
    compatibleClients: values.COMPATIBLE_CLIENTS,
    orgTokens: values.ORG_TOKENS,
    tokenLife: {
      longestDays: values.LONGEST_TOKEN_DAYS ?? null,
      defaultDays: values.DEFAULT_TOKEN_DAYS ?? values.LONGEST_TOKEN_DAYS ?? null,
    },
    idleTokenDays: values.IDLE_TOKEN_DAYS ?? null,
    keep: {
      revokedTokenDays: values.REVOKED_TOKEN_DAYS,
      expiredInvitationDays: values.EXPIRED_INVITATION_DAYS,
    },
    lifecycle: parseLifecycle(values.LIFECYCLE ?? '{}') ?? {},
  }),
})

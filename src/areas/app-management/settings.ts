import { Type } from 'typebox'
import { defineSettings, pairs } from '../../platform/settings/settings.ts'
import { type Lifecycle, parseLifecycle } from './lifecycle/setting.ts'
import type { TokenLife } from './tokens/life/rules.ts'

const days = Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 }))

export type AppManagementSettings = Readonly<{
  compatibleClients: boolean
  orgTokens: boolean
  tokenLife: TokenLife
  idleTokenDays: number | null
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
    TOKEN_DAYS: pairs(
      { longest: days, default: days, idle: days },
      'Area A: the life of API tokens in days, as `name=value,name=value`. `longest` is the maximum for a new API token; a later expiry is rejected with 400. Organizations can set a lower limit for their tokens and those of their apps. Existing tokens are not affected; lists mark those that exceed the limit. `default` applies to a new API token if no expiry was requested; if it is not set, `longest` applies. `idle` is the number of days after which an API token that was not used is revoked; for a token that was never used, the days are counted from its creation. One day is always added to `idle`. Default: tokens never expire and are not revoked.',
    ),
    LIFECYCLE: Type.Optional(
      Type.String({
        description:
          'Area A: the dates on which features end, as JSON, for example `{"account":{"date":"2025-03-31","enforce":true}}`. Features: `account`, `analytics`, `diagnostics`. A date without a time means the end of that day in UTC. Responses have the headers `Deprecation` and `Sunset`. With `enforce`, requests get 410 after the date. Default: no feature ends.',
      }),
    ),
  },
  findProblems: ({ LIFECYCLE, TOKEN_DAYS: { longest, default: usual } }) => [
    ...(parseLifecycle(LIFECYCLE ?? '{}')
      ? []
      : [
          'LIFECYCLE: must be JSON such as {"analytics":{"date":"2026-06-30","enforce":false}}. The features are account, analytics and diagnostics.',
        ]),
    ...(longest !== undefined && usual !== undefined && usual > longest
      ? [`TOKEN_DAYS: default must not exceed longest, which is ${longest}.`]
      : []),
  ],
  read: (values): AppManagementSettings => ({
    compatibleClients: values.COMPATIBLE_CLIENTS,
    orgTokens: values.ORG_TOKENS,
    tokenLife: {
      longestDays: values.TOKEN_DAYS.longest ?? null,
      defaultDays: values.TOKEN_DAYS.default ?? values.TOKEN_DAYS.longest ?? null,
    },
    idleTokenDays: values.TOKEN_DAYS.idle ?? null,
    lifecycle: parseLifecycle(values.LIFECYCLE ?? '{}') ?? {},
  }),
})

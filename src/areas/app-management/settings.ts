import { Type } from 'typebox'
import { defineSettings, keptDays } from '../../platform/settings/settings.ts'
import type { Caps } from './caps/rules.ts'
import { type Lifecycle, parseLifecycle } from './lifecycle/setting.ts'

const cap = (fallback: number, what: string) =>
  Type.Integer({
    default: fallback,
    minimum: 1,
    maximum: 1_000_000,
    description: `Area A: the maximum number of ${what}. Existing ones stay; creating another returns 409.`,
  })

export type AppManagementSettings = Readonly<{
  compatibleClients: boolean
  orgTokens: boolean
  caps: Caps
  keep: Readonly<{ revokedTokenDays: number; expiredInvitationDays: number }>
  lifecycle: Lifecycle
}>

export const appManagementSettings = defineSettings({
  environment: {
    COMPATIBLE_CLIENTS: Type.Boolean({
      default: false,
      description:
        'Area A: accepts requests of published clients that leave out required values. If true, a POST, PUT or PATCH with exactly `Content-Length: 0` counts as `{}`, and a new API token without `scope` gets Full access, one without `description` the name of the client. If false, the first is refused with 411 and the others with 400.',
    }),
    COMPAT_EMPTY_BODY: Type.Optional(
      Type.Boolean({
        description:
          'The old name of `COMPATIBLE_CLIENTS`, read if that is not set. The next release removes it.',
      }),
    ),
    ORG_TOKENS: Type.Boolean({
      default: true,
      description:
        'Area A: serves API tokens of organizations, an extension of Binnacle. If false, existing ones stop working.',
    }),
    APPS_PER_OWNER: cap(2000, 'apps that one account or organization owns'),
    APPS_PER_ACCOUNT: cap(
      10_000,
      'apps that one account can reach, as owner, member or admin of an organization; counted when the account joins or creates something for itself',
    ),
    MEMBERS_PER_PLACE: cap(5000, 'members of one app, and of one organization'),
    ORGANIZATIONS_PER_ACCOUNT: cap(200, 'organizations that one account is a member of'),
    INVITATIONS_PER_OWNER: cap(
      500,
      'open invitations to one organization and its apps, or to the apps of one account',
    ),
    INVITATIONS_PER_RECIPIENT: cap(100, 'open invitations of one e-mail address'),
    FREED_NAME_DAYS: Type.Integer({
      default: 90,
      minimum: 0,
      maximum: 3650,
      description:
        'Area A: number of days for which only the organization itself or, after its deletion, its last admins can take the name of a deleted or renamed organization. 0 releases the name at once.',
    }),
    REVOKED_TOKEN_DAYS: keptDays(
      90,
      1,
      'Area A: number of days after which a revoked API token is deleted. Until then, the refusal of a request with it says that it was revoked; afterwards, that it is unknown.',
    ),
    EXPIRED_INVITATION_DAYS: keptDays(
      30,
      0,
      'Area A: number of days after which an expired invitation is deleted.',
    ),
    LIFECYCLE: Type.Optional(
      Type.String({
        description:
          'Area A: the dates on which features end, as JSON, for example `{"account":{"date":"2025-03-31","enforce":true}}`. Features: `account`, `analytics`, `diagnostics`. A date without a time lasts until the end of that day in UTC. Responses carry `Deprecation` and `Sunset`; with `enforce` they are 410 afterwards. Default: no feature ends.',
      }),
    ),
  },
  oldNames: { COMPAT_EMPTY_BODY: 'COMPATIBLE_CLIENTS' },
  findProblems: ({ LIFECYCLE }) =>
    parseLifecycle(LIFECYCLE ?? '{}')
      ? []
      : [
          'LIFECYCLE: must be JSON such as {"analytics":{"date":"2026-06-30","enforce":false}}. The features are account, analytics and diagnostics.',
        ],
  read: (values): AppManagementSettings => ({
    compatibleClients: values.COMPATIBLE_CLIENTS,
    orgTokens: values.ORG_TOKENS,
    caps: {
      appsPerOwner: values.APPS_PER_OWNER,
      appsPerAccount: values.APPS_PER_ACCOUNT,
      members: values.MEMBERS_PER_PLACE,
      organizationsPerAccount: values.ORGANIZATIONS_PER_ACCOUNT,
      invitationsPerOwner: values.INVITATIONS_PER_OWNER,
      invitationsPerRecipient: values.INVITATIONS_PER_RECIPIENT,
      freedNameDays: values.FREED_NAME_DAYS,
    },
    keep: {
      revokedTokenDays: values.REVOKED_TOKEN_DAYS,
      expiredInvitationDays: values.EXPIRED_INVITATION_DAYS,
    },
    lifecycle: parseLifecycle(values.LIFECYCLE ?? '{}') ?? {},
  }),
})

import { Type } from 'typebox'
import type { RetryPolicy } from '../../platform/jobs.ts'
import { defineSettings, keptDays, listed } from '../../platform/settings/settings.ts'
import { ANSWERS, type Answer, type RuleSet } from './deciding/rules.ts'

const rule = (fallback: Answer, when: string) =>
  Type.Enum([...ANSWERS], {
    default: fallback,
    description: `Area C: how a quota request ${when} is decided: \`approve\`, \`deny\`, or \`ask\`, which leaves the decision to a person.`,
  })

export type QuotaSettings = Readonly<{
  quotaRules: RuleSet
  quotaRetryAfterSeconds: number
  providerExceptions: readonly string[]
  providerTimeoutMs: number
  retryPolicy: RetryPolicy
  quotaRequestDays: number
}>

const HOST_AND_PORT = /^([^\s:/[\]]+|\[[0-9a-f:.]+\]):\d{1,5}$/i

export const quotaSettings = defineSettings({
  environment: {
    QUOTA_DECREASE: rule('approve', 'for the current limit or less'),
    QUOTA_WITHIN_HEADROOM: rule(
      'approve',
      'for a limit above the current limit, but not above the default limit plus `headroom`,',
    ),
    QUOTA_BEYOND_HEADROOM: rule('ask', 'for a limit above the default limit plus `headroom`'),
    QUOTA_RETRY_AFTER_SECONDS: Type.Integer({
      default: 10,
      minimum: 0,
      maximum: 600,
      description:
        'Area C: the number of seconds that pollers wait between requests. Binnacle sends this value in `Retry-After`.',
    }),
    PROVIDER_EXCEPTIONS: Type.Optional(
      Type.String({
        description:
          'Area C: a comma-separated list of provider endpoints, each as `host:port`, that may be called even if their address is private or their URL does not use https. Default: none.',
      }),
    ),
    PROVIDER_TIMEOUT_SECONDS: Type.Number({
      default: 10,
      exclusiveMinimum: 0,
      maximum: 60,
      description: 'Area C: the number of seconds within which a provider must respond to a call.',
    }),
    PROVIDER_RETRIES: Type.Integer({
      default: 12,
      minimum: 0,
      maximum: 100,
      description:
        'Area C: how many times a failed call to a provider is retried before the quota request fails.',
    }),
    PROVIDER_RETRY_SECONDS: Type.Integer({
      default: 2,
      minimum: 0,
      maximum: 900,
      description:
        'Area C: the delay before the first retry of a call to a provider. The delay approximately doubles with each retry, up to 15 minutes.',
    }),
    QUOTA_REQUEST_DAYS: keptDays(
      366,
      366,
      'Area C: the number of days after which a quota request that has ended is deleted. Lists contain the requests of the last year.',
    ),
  },
  findProblems({ PROVIDER_EXCEPTIONS }) {
    const odd = listed(PROVIDER_EXCEPTIONS).filter((entry) => !HOST_AND_PORT.test(entry))
    return odd.length > 0
      ? [`PROVIDER_EXCEPTIONS: ${odd.join(', ')} is not of the form host:port.`]
      : []
  },
  read: (values): QuotaSettings => ({
    quotaRequestDays: values.QUOTA_REQUEST_DAYS,
    quotaRules: {
      decrease: values.QUOTA_DECREASE,
      withinHeadroom: values.QUOTA_WITHIN_HEADROOM,
      beyondHeadroom: values.QUOTA_BEYOND_HEADROOM,
    },
    quotaRetryAfterSeconds: values.QUOTA_RETRY_AFTER_SECONDS,
    providerExceptions: listed(values.PROVIDER_EXCEPTIONS?.toLowerCase()),
    providerTimeoutMs: values.PROVIDER_TIMEOUT_SECONDS * 1000,
    retryPolicy: {
      retryLimit: values.PROVIDER_RETRIES,
      retryDelay: values.PROVIDER_RETRY_SECONDS,
    },
  }),
})

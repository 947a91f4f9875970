import { Type } from 'typebox'
import type { RetryPolicy } from '../../platform/jobs.ts'
import { defineSettings, keptDays, listed } from '../../platform/settings/settings.ts'
import { ANSWERS, type Answer, type RuleSet } from './deciding/rules.ts'

const rule = (fallback: Answer, when: string) =>
  Type.Enum([...ANSWERS], {
    default: fallback,
    description: `Area C: what happens to a quota request that ${when}: \`approve\`, \`ask\` (a person) or \`deny\`.`,
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
    QUOTA_DECREASE: rule('approve', 'asks for the present limit or less'),
    QUOTA_WITHIN_HEADROOM: rule('approve', 'asks for more, within the headroom of the catalogue'),
    QUOTA_BEYOND_HEADROOM: rule('ask', 'asks for more than the headroom'),
    QUOTA_RETRY_AFTER_SECONDS: Type.Integer({
      default: 10,
      minimum: 0,
      maximum: 600,
      description: 'Area C: the `Retry-After` for pollers: how long to wait before asking again.',
    }),
    PROVIDER_EXCEPTIONS: Type.Optional(
      Type.String({
        description:
          'Area C: comma-separated `host:port` of provider endpoints that may be called although they are private or not HTTPS. Default: none.',
      }),
    ),
    PROVIDER_TIMEOUT_SECONDS: Type.Number({
      default: 10,
      exclusiveMinimum: 0,
      maximum: 60,
      description: 'Area C: how long a provider may take to answer a call.',
    }),
    PROVIDER_RETRIES: Type.Integer({
      default: 12,
      minimum: 0,
      maximum: 100,
      description:
        'Area C: how often a failed call to a provider is repeated before the request fails.',
    }),
    PROVIDER_RETRY_SECONDS: Type.Integer({
      default: 2,
      minimum: 0,
      maximum: 900,
      description:
        'Area C: the pause before the first repeated call. Each later pause is about twice as long, up to 15 minutes.',
    }),
    QUOTA_REQUEST_DAYS: keptDays(
      366,
      366,
      'Area C: number of days after which a quota request that has ended is deleted. Lists go back one year.',
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
